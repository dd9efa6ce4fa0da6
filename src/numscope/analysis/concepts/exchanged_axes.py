"""Which operations reshape an array to the same axes in another order: its numbers stay in the old order, and mix."""

from __future__ import annotations

from collections.abc import Sequence

from numscope.trace import Operation

RESHAPES = ("reshape", "view")
# Of two axes, a row that is cut into equal parts has the same numbers in the other order.
_LEAST_AXES = 3

Shape = tuple[int, ...]


def exchanged(operation: Operation) -> tuple[Shape, Shape] | None:
    """Return the shapes before and after an operation that gives axes another order, where a transpose is meant."""
    # Composites and layers of PyTorch reshape inside, at the program's line: attention cuts its heads so.
    inside = operation.parent is not None or operation.site != operation.user_site
    if not operation.inputs or not operation.outputs or ("::" in operation.name and inside):
        return None
    before, after = operation.inputs[0].shape or (), operation.outputs[0].shape or ()
    old, new = _long(before), _long(after)
    if len(old) < _LEAST_AXES or len(before) != len(after) or old == new or sorted(old) != sorted(new):
        return None
    return before, after


def _long(shape: Sequence[int]) -> list[int]:
    """Return the axes of a shape that have more than one element: the others can be anywhere."""
    return [length for length in shape if length > 1]
