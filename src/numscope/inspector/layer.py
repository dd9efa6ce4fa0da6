"""One watched layer."""

from __future__ import annotations

from dataclasses import dataclass, field

from torch import nn


@dataclass(eq=False)
class Layer:
    """A module under the name reports give it, without a reference: it may die before the report.

    `calls` counts the forward calls seen; `parameters` are the names of the module's own parameters.
    """

    name: str
    module_type: type[nn.Module]
    parameters: tuple[str, ...] = ()
    calls: int = 0
    training: bool = field(default=True)

    @classmethod
    def of(cls, name: str, module: nn.Module) -> Layer:
        """Describe `module`."""
        own = tuple(name for name, _ in module.named_parameters(recurse=False))
        return cls(name, type(module), own, training=module.training)

    @property
    def title(self) -> str:
        """The name for people: the model itself has an empty one."""
        return self.name or "(model)"
