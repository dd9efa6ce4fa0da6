"""One watched layer."""

from __future__ import annotations

from dataclasses import dataclass

from torch import nn


@dataclass(eq=False)
class Layer:
    """A module under the name reports give it, without a reference: it may die before the report.

    `calls` counts the forward calls seen; `model` tells apart the layers of a program's several models.
    """

    name: str
    module_type: type[nn.Module]
    calls: int = 0
    training: bool = True
    model: str = ""

    @classmethod
    def of(cls, name: str, module: nn.Module) -> Layer:
        """Describe `module`."""
        return cls(name, type(module), training=module.training)

    @property
    def title(self) -> str:
        """The name for people: the model itself has an empty one."""
        return self.name or "(model)"
