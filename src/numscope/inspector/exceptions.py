"""What the Inspector raises."""

from __future__ import annotations

from collections.abc import Sequence

from numscope.errors import NumscopeError


class InspectionError(NumscopeError):
    """The inspection asked for makes no sense, or what is asked about was not captured."""


class LayerNotFoundError(InspectionError):
    """No layer of the model has this name or matches this pattern."""

    def __init__(
        self, pattern: str, near: Sequence[str] = (), total: int = 0, lister: str = "print(inspector.layers)"
    ) -> None:
        self.pattern = pattern
        self.near = tuple(near)
        if self.near:
            hint = "did you mean " + " or ".join(repr(name) for name in self.near) + "?"
        elif total:
            hint = f"{lister} shows the {total} names there are"
        else:
            hint = "the model has no layers"
        super().__init__(f"no layer matches {pattern!r}: {hint}")


class ForwardError(InspectionError, RuntimeError):
    """The model could not run on the batch it was given.

    Also a `RuntimeError`, because that is what PyTorch itself raises for data that does not fit a layer; the
    original exception is the cause.
    """
