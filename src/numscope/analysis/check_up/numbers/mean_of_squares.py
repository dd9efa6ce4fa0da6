"""The variance as the mean of the squares less the square of the mean: exact on paper, not in rounded numbers.

Both terms grow with the square of the mean, and the difference does not. Source: T. F. Chan, G. H. Golub,
R. J. LeVeque, "Algorithms for computing the sample variance" (1983).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from numscope.analysis.check_up.evidence import last_name
from numscope.trace import Operand, Operation

_MEANS = ("mean", "average")
_QUOTIENTS = ("divide", "true_divide", "div")
_POWERS = ("power", "pow")

Makers = Callable[[Operation, Operand], list[Operation]]


def is_variance(difference: Operation, makers: Makers) -> bool:
    """Return whether a difference is that of the mean of the squares and the square of the mean of the same numbers.

    Numbers that are all the same have no variance. makers: which earlier operations made an operand of an operation.
    """
    if len(difference.inputs) != 2:
        return False
    first, second = difference.inputs
    squared = {
        data.hash
        for averaged in _averaged(difference, first, makers)
        for square in makers(*averaged)
        if (data := _squared(square)) is not None and _varies(data)
    }
    of_means = {
        data.hash
        for square in makers(difference, second)
        if (mean := _squared(square)) is not None
        for _, data in _averaged(square, mean, makers)
    }
    return bool(squared & of_means)


def _varies(data: Operand) -> bool:
    known = data.statistics
    return known is not None and known.minimum != known.maximum


def _squared(operation: Operation) -> Operand | None:
    """Return what an operation squares."""
    name, arrays = last_name(operation), operation.inputs
    if name == "square" and len(arrays) == 1:
        return arrays[0]
    if name in _POWERS and arrays and 2 in [one.literal for one in operation.operands if not one.is_array()]:
        return arrays[0]
    if name in ("multiply", "mul") and len(arrays) == 2 and arrays[0].hash == arrays[1].hash:
        return arrays[0]
    return None


def _averaged(operation: Operation, operand: Operand, makers: Makers) -> Iterator[tuple[Operation, Operand]]:
    """Yield what an operand is the mean of, each with the operation that reads it: by `mean`, or a sum divided."""
    for maker in makers(operation, operand):
        name = last_name(maker)
        if name in _MEANS and maker.inputs:
            yield maker, maker.inputs[0]
        elif name in _QUOTIENTS and maker.inputs:
            yield from (
                (total, total.inputs[0])
                for total in makers(maker, maker.inputs[0])
                if last_name(total) == "sum" and total.inputs
            )
