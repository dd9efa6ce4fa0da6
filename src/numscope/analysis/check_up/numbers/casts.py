"""Values that did not survive a change of type: out of range, not finite, without their fractions, or all alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.numbers.integer_range import is_modular
from numscope.analysis.check_up.remedies import COMPLEX_TARGET, FINITE, FLOATING_TARGET, INHERITED_TYPE, clip
from numscope.analysis.concepts.integer_arithmetic import limits
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

KIND = "cast"
# Of what was written into integers, a larger share is lost than rounding ever explains.
_LOST = 0.05
# Of the size of complex numbers, what rounding leaves as their imaginary part.
_ROUNDED = 1e-6
# Types that are called int by default: a buffer of them for fractions is an accident. Pixels are rounded on purpose.
_DEFAULT = ("int64", "int32")
# A narrower floating-point type tells numbers apart by this share of their size.
_RESOLUTION = {"float16": 2.0**-11, "float32": 2.0**-24}
_ALIKE = 0.8
_NOISE = 50
_ENOUGH = 10
_LIKE = ("zeros_like", "empty_like", "ones_like", "full_like")


def casts(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that change a type and with it the values."""
    calls = [call for call in evidence.calls.values() if is_trait(call, Trait.COPIES | Trait.ASSIGNS)]
    rows = evidence.rows(
        """
        with sides as (
            select o.id, o.call, role, p.place, p.dtype, coalesce(minimum, real, integer) low,
                coalesce(maximum, real, integer) high, coalesce(mean, real, integer) mean,
                coalesce(nans, 0) + coalesce(positive_infinities, 0) + coalesce(negative_infinities, 0) bad, p.kind
            from recorded_operations o join operand_contents p on operation = o.id
            where o.call in {calls} and p.kind in ('array', 'scalar', 'float', 'int')
        )
        select given.id, given.call from sides given join sides made on given.id = made.id
        where given.role in ('input', 'argument') and made.role in ('output', 'mutated')
            and coalesce(given.dtype, given.kind) <> made.dtype
            and (regexp_matches(made.dtype, '^u?int(8|16|32|64)$')
                or (made.dtype in ('float16', 'float32') and given.dtype in ('int64', 'uint64', 'float64', 'int32'))
                or (made.dtype like 'float%' and given.dtype like 'complex%'))
        order by given.id
        """,
        calls,
    )
    by_call: dict[int, list[int]] = {}
    for row in rows:
        by_call.setdefault(row["call"], []).append(row["id"])
    for number, ids in by_call.items():
        finding = _judge(evidence, evidence.calls[number], list(dict.fromkeys(ids)))
        if finding is not None:
            yield finding


def _judge(evidence: Evidence, call: Call, ids: list[int]) -> Finding | None:
    for operation in evidence.fetch(ids[:MOST_CALLS]):
        pair = _sides(operation)
        if pair is None:
            continue
        given, made = pair
        verdict = (
            _imaginary(given, made)
            or _out_of_range(given, made)
            or _fractions(call, operation, given, made)
            or _merged(given, made)
        )
        if verdict is None or (verdict[0].startswith("integers") and is_modular(evidence, call, operation)):
            continue
        origin = _inherited(evidence, operation, made) if verdict[1] is FLOATING_TARGET else None
        if origin is None:
            return finding_of(KIND, call, operation.id, len(ids), verdict[0], verdict[1])
        where = place_beside(call.file, call.line, origin.file)
        problem = (
            f"`{origin.name}` takes over {made.dtype} from what it is given, and in {where} {verdict[0]}"
        )
        return finding_of(KIND, origin, operation.id, len(ids), problem, INHERITED_TYPE)
    return None


def _inherited(evidence: Evidence, operation: Operation, target: Operand) -> Call | None:
    """Return the call that made a target with another array's type, which nobody wrote: `np.zeros_like(counts)`."""
    made = evidence.rows(
        """
        select o.call from recorded_operations o join results r on r.operation = o.id
        where o.call in {calls} and r.address = ? and r.operation < ? order by r.operation desc limit 1
        """,
        [one for one in evidence.named(*_LIKE) if not _says_its_type(one)],
        (target.address, operation.id),
    )
    return evidence.calls[made[0]["call"]] if made else None


def _says_its_type(call: Call) -> bool:
    node = sources.statement(call.text, call.line)
    return any(len(one.args) + len(one.keywords) > 1 for one in sources.calls_in(node, *_LIKE))


def _sides(operation: Operation) -> tuple[Operand, Operand] | None:
    """Return what was given and what became of it."""
    made = next(iter((*operation.mutated, *operation.outputs)), None)
    given = [one for one in operation.operands if one.role in ("input", "argument") and one.kind in _NUMERIC]
    if made is None or not given:
        return None
    # What is assigned comes behind the array that it is assigned to.
    return (given[-1] if operation.mutated else given[0]), made


_NUMERIC = ("array", "scalar", "float", "int")
Verdict = tuple[str, str]


def _range_of(operand: Operand) -> tuple[float, float] | None:
    if operand.statistics is not None:
        return operand.statistics.minimum, operand.statistics.maximum
    literal = operand.literal
    return (float(literal), float(literal)) if isinstance(literal, (int, float)) else None


def _out_of_range(given: Operand, made: Operand) -> Verdict | None:
    range_, found = limits(made.dtype), _range_of(given)
    if range_ is None or found is None or made.statistics is None:
        return None
    low, high = found
    name = given.dtype or given.kind
    bad = given.statistics
    if bad is not None and name.startswith("float") and bad.nonfinite:
        count = bad.nonfinite
        return (
            f"{count:,} NaN or Inf became integers of {made.dtype}: they have none, and are now arbitrary numbers",
            FINITE,
        )
    fits = range_[0] - 1 < low and high < range_[1] + 1
    if fits or (made.statistics.minimum <= low and made.statistics.maximum >= high):
        return None
    integers = limits(given.dtype) is not None
    if integers and _reinterprets(given, made, low):
        return None
    what = "integers" if integers else "numbers"
    return (
        f"{what} from {low:.6g} to {high:.6g} do not fit into {made.dtype} ({range_[0]} to {range_[1]}), and became "
        f"{made.statistics.minimum:.6g} to {made.statistics.maximum:.6g}",
        clip(*range_),
    )


def _reinterprets(given: Operand, made: Operand, low: float) -> bool:
    """Return whether the bits are kept: signed as unsigned of the same width, or a hash cut to a word."""
    before, after = np.dtype(given.dtype or "V0"), np.dtype(made.dtype or "V0")
    same = before.itemsize == after.itemsize
    return same or (before.kind == "u" and after.kind == "u" and before.itemsize >= 4)


def _fractions(call: Call, operation: Operation, given: Operand, made: Operand) -> Verdict | None:
    """Judge an assignment of fractions into an array of integers: nobody asked for a change of type."""
    assigned = bool(operation.mutated) and call.traits & Trait.ASSIGNS
    name = given.dtype or given.kind
    if not assigned or made.dtype not in _DEFAULT or not name.startswith("float"):
        return None
    value = value_of(given)
    if value is None:
        return None
    array = np.asarray(value, float)
    array = array[np.isfinite(array)]
    total = float(np.abs(array).sum())
    lost = float(np.abs(array - np.trunc(array)).sum())
    if not total or lost / total < _LOST:
        return None
    return (
        f"fractions were written into {made.dtype}{list(made.shape or ())}: {lost / total:.0%} of their size is gone "
        f"({array.flat[0]:.6g} became {np.trunc(array.flat[0]):.6g})",
        FLOATING_TARGET,
    )


def _imaginary(given: Operand, made: Operand) -> Verdict | None:
    """Judge complex numbers that became real ones: their imaginary parts are gone."""
    if not (given.dtype or "").startswith("complex") or not (made.dtype or "").startswith("float"):
        return None
    value = value_of(given)
    if value is None or not np.isfinite(value).all():
        return None
    size, lost = float(np.abs(value).max(initial=0)), float(np.abs(np.imag(value)).max(initial=0))
    # What a transform leaves of an imaginary part that is 0 is rounding.
    if lost <= _ROUNDED * size:
        return None
    return f"imaginary parts of up to {lost:.6g} are gone: {given.dtype} became {made.dtype}", COMPLEX_TARGET


def _merged(given: Operand, made: Operand) -> Verdict | None:
    """Judge a narrower floating-point type that no longer tells numbers apart which lie far from zero."""
    resolution = _RESOLUTION.get(made.dtype or "")
    found = given.statistics
    if resolution is None or found is None or not given.is_array() or found.nans or not given.shape:
        return None
    size, spread = max(abs(found.minimum), abs(found.maximum)), found.maximum - found.minimum
    # Only what lies far from zero, such as times since 1970: other numbers keep as many digits as the type has.
    if not spread or size * resolution * 50 < spread / max(1, _count(given)) or spread > size / 8:
        return None
    if _jumps(given, size * resolution):
        return None
    before, after = _distinct(given), _distinct(made)
    if before is None or after is None or before < _ENOUGH or after > _ALIKE * before:
        return None
    if not _tells_an_order(given):
        return None  # measured numbers are as right rounded, whichever of them are one number then
    step = float(np.spacing(np.dtype(made.dtype).type(size)))
    return (
        f"{before:,} different numbers around {size:.6g} became {after:,} in {made.dtype}, whose steps are {step:.3g} "
        "there",
        "keep float64, or subtract the first value before the change of type",
    )


def _jumps(given: Operand, step: float) -> bool:
    """Return whether fractions differ from their neighbours by far more than a step of the new type, as noise does."""
    value: Any = value_of(given)
    if value is None or value.dtype.kind != "f" or value.ndim != 1:
        return False
    return bool(np.median(np.abs(np.diff(value.astype(float)))) > _NOISE * step)


def _tells_an_order(operand: Operand) -> bool:
    """Return whether numbers rise from element to element, as times do, or are whole ones, as numbers of things."""
    value: Any = value_of(operand)
    if value is None:
        return False
    numbers = np.asarray(value, float)
    return bool((np.diff(numbers.ravel()) >= 0).all() or (numbers == np.rint(numbers)).all())


def _count(operand: Operand) -> int:
    return int(np.prod(operand.shape or (), dtype=np.int64))


def _distinct(operand: Operand) -> int | None:
    value: Any = value_of(operand)
    return None if value is None else len(np.unique(value))
