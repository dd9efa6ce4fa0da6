"""Which NaN and infinities in an operation's results are new: made although the inputs they come from hold none there.

Data with missing values are the rule, so an operation with NaN in its inputs may still make some of its own. Where
values were kept, elements decide; elsewhere counts, and the floating-point flags that the operation raised: a NaN that
is only carried on raises none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.missing import missing_codes
from numscope.analysis.nan.operands import NonfiniteOperand
from numscope.analysis.nan.states import MAKING_FLAGS
from numscope.operations.lore.skipping import REORDERS, SKIPS_BY
from numscope.operations.lore.sklearn import SCORES
from numscope.operations.lore.spreading import SPREADS
from numscope.operations.traits import Trait, expects_nonfinite
from numscope.trace import Operand, Operation, Trace

# Beyond this many elements counts decide: reading the values would take longer than the answer is worth.
MOST_ELEMENTS = 20_000_000
_MAKING = {"divide", "invalid", "overflow"}
_FLAGS = MAKING_FLAGS
_MOST = 3_000  # operations whose values are looked at
_MOST_FLAGGED = 50  # of the same name at the same line
_MOST_ALIKE = 5  # of those, that raised no flag
_AT_ONCE = 300
# What these put out they were given; where they find a NaN in it, they only moved it there.
# Plain numbers: `&` with a Trait makes a Trait, which takes 1 µs.
_MOVES = int(Trait.VIEW | Trait.COPIES | Trait.ASSIGNS | Trait.READS_PART | Trait.WRITES_PART | Trait.FRAME)
_STANDS, _WRITES_PART = map(int, (Trait.STANDS, Trait.WRITES_PART))


class New(NamedTuple):
    """How many NaN and infinities of the results are new.

    of_infinities: into each new NaN an infinity flowed.
    """

    nans: int
    infinities: int
    of_infinities: bool = False

    def __bool__(self) -> bool:
        return self.nans > 0 or self.infinities > 0


NOTHING_NEW = New(0, 0)


def new_in(trace: Trace, by_operation: Mapping[int, Sequence[NonfiniteOperand]]) -> dict[int, New]:
    """Return what is new, by operation, where some is although the inputs hold NaN or infinities already."""
    candidates = _chosen(by_operation)
    found: dict[int, New] = {}
    for start in range(0, len(candidates), _AT_ONCE):
        for operation in trace.operations.fetch(candidates[start : start + _AT_ONCE]):
            if new := new_values(operation):
                found[operation.id] = new
    return found


def _chosen(by_operation: Mapping[int, Sequence[NonfiniteOperand]]) -> list[int]:
    """Return the operations to look at: of a line that does the same again and again, the first ones."""
    seen: Counter[tuple[int, str, bool]] = Counter()
    chosen = []
    for operation, operands in by_operation.items():
        if _may_add(operands):
            flagged = bool(operands[0].flags & _FLAGS)
            alike = (operands[0].site, operands[0].name, flagged)
            seen[alike] += 1
            if seen[alike] <= (_MOST_FLAGGED if flagged else _MOST_ALIKE):
                chosen.append(operation)
    return chosen[:_MOST]


def _may_add(operands: Sequence[NonfiniteOperand]) -> bool:
    """Return whether values are worth a look: flags were raised, or there are NaN that the inputs had not."""
    before = [operand for operand in operands if not operand.after]
    after = [operand for operand in operands if operand.after]
    if not before or not after or (after[0].traits & _MOVES and not _may_align(after[0].traits)):
        return False
    if all(operand.literal for operand in before):
        return bool(after[0].flags & _FLAGS)
    nans = max(operand.nans for operand in before)
    told = after[0].flags & _FLAGS or after[0].traits & _STANDS
    infinite = [max(operand.infinities for operand in side) > 0 for side in (before, after)]
    return bool(told) or infinite == [False, True] or max(operand.nans for operand in after) > nans


def new_values(operation: Operation) -> New:
    """Return what `operation`, some of whose inputs hold NaN or infinities, made itself."""
    results = [operand for operand in (*operation.outputs, *operation.mutated) if _is_bad(operand)]
    inputs = [operand for operand in operation.inputs if _is_number(operand)]
    if _may_align(operation.traits):
        return _unaligned(operation, inputs, results)
    moved = operation.traits & _MOVES or re.search(REORDERS, operation.name)
    if not results or moved or not inputs:
        return NOTHING_NEW
    if re.search(SCORES, operation.name):
        return New(sum(map(_nans, results)), 0)
    if not any(_nans(operand) for operand in inputs):
        # Infinities went in: of a NaN in the results they are the cause, an infinity may be carried on.
        return New(sum(map(_nans, results)), _new_infinities(operation, inputs, results))
    if operation.traits & Trait.FILLS:
        if all(map(_holds_nothing_else, inputs)):
            return NOTHING_NEW  # there was nothing to fill with: what left nothing is to blame
        return New(sum(map(_nans, results)), 0)
    if expects_nonfinite(operation.traits):
        return _overflowed(inputs, results)
    if len(results) == 1 and len(list(filter(_is_number, operation.outputs))) == 1:
        found = _by_elements(operation, inputs, results[0])
        if found is not None:
            return found
    if operation.traits & _STANDS and len(results) > 1:
        results = [one for one in results if not _is_handed_on(one, inputs)]
    return _by_counts(operation, inputs, results) if results else NOTHING_NEW


def _is_handed_on(result: Operand, inputs: Sequence[Operand]) -> bool:
    """Return whether a column of a table is one that was given, or misses values in rows where one of these does."""
    if any(one.hash is not None and one.hash == result.hash for one in inputs):
        return True
    alike = [one for one in inputs if one.shape == result.shape and _nans(one)]
    if _infinities(result) or not alike or (result.data_bytes or 0) > MOST_ELEMENTS:
        return False
    after = numbers_of(result)
    before = [values for one in alike if (values := numbers_of(one)) is not None]
    return after is not None and any(not (np.isnan(after) & ~np.isnan(values)).any() for values in before)


def _holds_nothing_else(operand: Operand) -> bool:
    return _nans(operand) == prod(operand.shape or ())


def _overflowed(inputs: Sequence[Operand], results: Sequence[Operand]) -> New:
    """Return the infinities that what leaves NaN out made of finite numbers, as `nanmean` of half precision may.

    Sums of half precision raise no flag, so none is asked for.
    """
    if any(map(_infinities, inputs)):
        return NOTHING_NEW
    return New(0, sum(map(_infinities, results)))


def _may_align(traits: int) -> bool:
    """Return whether a library stores values in an object of its own, and may look for their labels there."""
    return bool(traits & _STANDS and traits & _WRITES_PART)


def _unaligned(operation: Operation, inputs: Sequence[Operand], results: Sequence[Operand]) -> New:
    """Return how many more NaN an object holds than it and what is stored in it held: labels found no partner."""
    size = max((operand.data_bytes or 0 for operand in results), default=0)
    given = (*operation.inputs, *operation.arguments)
    spread = any(_nans(operand) and (operand.data_bytes or 0) < size for operand in given)
    if spread or any(operand.kind == "none" for operand in given):
        return NOTHING_NEW
    return New(max(sum(map(_nans, results)) - sum(map(_nans, inputs)), 0), 0)


def _new_infinities(operation: Operation, inputs: Sequence[Operand], results: Sequence[Operand]) -> int:
    if not {"divide", "overflow"}.intersection(operation.floating_point) or len(results) > 1:
        return 0
    found = _by_elements(operation, inputs, results[0])
    return (found or _by_counts(operation, inputs, results)).infinities


def _by_counts(operation: Operation, inputs: Sequence[Operand], results: Sequence[Operand]) -> New:
    # A library that was given missing values hands them on, maybe more than once: what exceeds them is new.
    made = _MAKING.intersection(operation.floating_point)
    spreads = re.search(SPREADS, operation.name) or _is_to_spread(operation)
    if not made and (not operation.traits & _STANDS or spreads):
        return NOTHING_NEW
    if any(_nans(operand) == prod(operand.shape or ()) == 1 for operand in inputs):
        return NOTHING_NEW  # a single number that is NaN may have reached every element
    given = sum(_nans(operand) for operand in inputs)
    # A statistic of samples with missing values is NaN, and so is its p-value: both were handed on.
    many = [operand for operand in results if not given or prod(operand.shape or ()) > 1]
    nans = sum(map(_nans, many)) - given
    infinities = sum(_infinities(operand) for operand in results)
    infinities -= sum(_infinities(operand) for operand in inputs)
    return New(max(nans, 0), max(infinities, 0))


def _is_to_spread(operation: Operation) -> bool:
    """Return whether the program asked that missing values make all results missing that are made of them."""
    return any(one.name == SKIPS_BY and one.literal is False for one in operation.operands)


def _by_elements(operation: Operation, inputs: Sequence[Operand], result: Operand) -> New | None:
    """Return what is new by comparing elements; None where values are missing or it isn't known what belongs where."""
    sizes = [operand.data_bytes or 0 for operand in (*inputs, result)]
    if max(sizes) > MOST_ELEMENTS:
        return None
    after = numbers_of(result)
    before = [numbers_of(operand) for operand in inputs]
    if after is None or any(array is None for array in before):
        return None
    reached = _reached(operation, before, after)
    if reached is None:
        return None
    nan, infinite = reached
    new_nans = np.isnan(after) & ~nan
    new_infinities = np.count_nonzero(np.isinf(after) & ~nan & ~infinite)
    of_infinities = bool(new_nans.any() and not (new_nans & ~infinite).any())
    return New(int(np.count_nonzero(new_nans)), int(new_infinities), of_infinities)


def _reached(operation: Operation, before: Sequence[Any], after: Any) -> tuple[Any, Any] | None:
    """Return, for each element of `after`, whether a NaN and whether an infinity flowed into it; None if unknown."""
    if operation.traits & Trait.CONTRACTS:
        return _by_product(before, after, np.isnan), _by_product(before, after, np.isinf)
    stretched = _stretched(before, after.shape)
    if stretched is not None and _is_elementwise(operation):
        return _any(stretched, np.isnan), _any(stretched, np.isinf)
    array = before[0]
    if array.shape == after.shape and (axis := _axis(operation)) is not None and len(before) == 1:
        return tuple(test(array).any(axis=axis, keepdims=True) for test in (np.isnan, np.isinf))
    axes = _reduced(array.shape, after.shape)
    if axes is None or len(before) > 1:
        return None
    return tuple(test(array).any(axis=axes).reshape(after.shape) for test in (np.isnan, np.isinf))


def _is_elementwise(operation: Operation) -> bool:
    """Return whether it is known to work element by element, or raised a flag that no sum of its NaN raises."""
    return bool(operation.traits & Trait.ELEMENTWISE) or bool(_MAKING.intersection(operation.floating_point))


def _any(arrays: Sequence[Any], test: Any) -> Any:
    found = test(arrays[0])
    for array in arrays[1:]:
        found = found | test(array)
    return found


def _stretched(arrays: Sequence[Any], shape: tuple[int, ...]) -> list[Any] | None:
    try:
        return [np.broadcast_to(array, shape) for array in arrays]
    except ValueError:
        return None


def _by_product(before: Sequence[Any], after: Any, test: Any) -> Any:
    """Return where a product of two matrices sums over anything that `test` is true of."""
    if len(before) == 2 and all(array.ndim >= 2 for array in before):
        try:
            rows, columns = (
                test(before[0]).any(axis=-1, keepdims=True),
                test(before[1]).any(axis=-2, keepdims=True),
            )
            return np.broadcast_to(rows | columns, after.shape)
        except ValueError:
            pass
    return np.broadcast_to(np.bool_(any(test(array).any() for array in before)), after.shape)


def _axis(operation: Operation) -> int | None:
    """Return the axis along which an operation that keeps the shape works, if it was given one."""
    given = [operand for operand in operation.arguments if operand.kind == "int"]
    named = [operand for operand in given if operand.name in ("axis", "dim")]
    if operation.traits & _STANDS:  # what stands second is any number: decimals, a count, a window
        given = []
    chosen = named or [operand for operand in given if operand.position == 1]
    return int(chosen[0].literal or 0) if chosen else None


def _reduced(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the axes that a reduction took away or left with length 1; None if that is not how shapes differ."""
    if len(before) == len(after):
        axes = [axis for axis, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
        return tuple(axes) if axes and all(after[axis] == 1 for axis in axes) else None
    axes, wanted = [], list(after)
    for axis, length in enumerate(before):
        if wanted and wanted[0] == length and len(before) - axis >= len(wanted):
            wanted.pop(0)
        else:
            axes.append(axis)
    # Equal lengths could be either axis: then it is not known which of them went.
    sure = len(set(before)) == len(before) or not after
    return tuple(axes) if not wanted and sure else None


def _is_bad(operand: Operand) -> bool:
    return bool(_nans(operand) or _infinities(operand))


def _nans(operand: Operand) -> int:
    if operand.statistics is not None:
        return operand.statistics.nans or missing_codes(operand)
    return int(operand.kind == "float" and operand.literal != operand.literal)


def _infinities(operand: Operand) -> int:
    if operand.statistics is not None:
        return operand.statistics.infinities
    return int(operand.kind == "float" and operand.literal in (float("inf"), float("-inf")))


def _is_number(operand: Operand) -> bool:
    return operand.is_array() or operand.kind in ("int", "float", "bool")
