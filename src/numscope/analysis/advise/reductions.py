"""Reductions over an axis along which the array does not lie in memory."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.advise.evidence import Evidence, arrays, elements, layout
from numscope.analysis.advise.finding import Finding, Wording, finding_of
from numscope.operations.lore.numpy import LANES, ROWS, TRANSFORMS
from numscope.trace import Operand, Operation

_SHORT_ROW = 32

# On arrays of less, the difference is lost among others.
_LEAST_BYTES = 1 << 20


def reductions(evidence: Evidence) -> Iterator[Finding]:
    """Lines that reduce, sort or accumulate a large array against its order in memory."""
    for operations in evidence.lines(*LANES, *ROWS):
        strided = [operation for operation in operations if operation.name in LANES and _strided(operation)]
        narrow = [operation for operation in operations if operation.name in ROWS and _narrow(operation)]
        for group, word in ((strided, _strided_wording), (narrow, _narrow_wording)):
            if group:
                read = sum(arrays(operation)[0].data_bytes or 0 for operation in group)
                yield finding_of(group, word(group[0]), read)


def _strided_wording(operation: Operation) -> Wording:
    operand = arrays(operation)[0]
    step = (operand.strides or (0,))[_axis(operation, operand) or 0]
    return Wording(
        "reduction",
        "time of these calls, bytes of the arrays they read",
        f"{operation.name} goes along axis {_axis(operation, operand)} of {layout(operand)}, where neighbours lie "
        f"{abs(step):,} bytes apart in memory",
        "keep the array in the other order, made once (`np.asfortranarray(a)`, or build its transpose), "
        "or work along the last axis",
    )


def _narrow_wording(operation: Operation) -> Wording:
    operand = arrays(operation)[0]
    return Wording(
        "reduction",
        "time of these calls, bytes of the arrays they read",
        f"{operation.name} of {layout(operand)} along axis {_axis(operation, operand)}: in memory the array is a great "
        f"many rows of {_row_length(operand)} elements, and each row costs as much as a long one",
        "keep the long axis together in memory: build the array transposed, or `np.asfortranarray(a)` once",
    )


def _strided(operation: Operation) -> bool:
    """Whether the axis is one whose elements lie apart though another's lie together."""
    operand = _only_array(operation)
    if operand is None or operand.strides is None:
        return False
    axis = _axis(operation, operand)
    if axis is None or (operand.shape or ())[axis] < 2:
        return False
    return abs(operand.strides[axis]) > _closest(operand)


def _narrow(operation: Operation) -> bool:
    operand = _only_array(operation)
    if operand is None or _axis(operation, operand) is None:
        return False
    row = _row_length(operand)
    return 1 < row <= _SHORT_ROW and elements(operand) // row > 1000


def _only_array(operation: Operation) -> Operand | None:
    """The array of two or more axes that is worked on, if it is large."""
    given = arrays(operation)
    large = given and (given[0].data_bytes or 0) >= _LEAST_BYTES and len(given[0].shape or ()) >= 2
    return given[0] if large else None


def _axis(operation: Operation, operand: Operand) -> int | None:
    """The axis that was asked for, or the last one where that is the default; None if all are meant, or several."""
    dimensions = len(operand.shape or ())
    name = operation.name.rpartition(".")[2]
    position = 2 if name in ("partition", *TRANSFORMS) else 1  # they take another number first
    for argument in operation.arguments:
        if argument.name == "axis" or (argument.name is None and argument.position == position):
            axis = int(argument.literal or 0) if argument.kind == "int" else dimensions
            return axis % dimensions if -dimensions <= axis < dimensions else None
    return dimensions - 1 if name in ("sort", "partition", *TRANSFORMS) else None


def _closest(operand: Operand) -> int:
    """The smallest step between neighbours, in bytes, over the axes that have any."""
    steps = [
        abs(stride)
        for length, stride in zip(operand.shape or (), operand.strides or (), strict=True)
        if length > 1 and stride
    ]
    return min(steps, default=0)


def _row_length(operand: Operand) -> int:
    """The length of the axis along which elements lie closest."""
    found = [
        (abs(stride), length)
        for length, stride in zip(operand.shape or (), operand.strides or (), strict=True)
        if length > 1 and stride
    ]
    return min(found, default=(0, 0))[1]
