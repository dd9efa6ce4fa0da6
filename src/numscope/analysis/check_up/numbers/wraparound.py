"""Integers that left the range of their type and went round: in arithmetic, sums, products and `ufunc.at`."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.elementwise import Step, steps, with_operations
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.numbers.integer_range import bits, is_modular
from numscope.analysis.check_up.numbers.scattered import total_added, total_change
from numscope.analysis.check_up.remedies import SIGNED, WIDE_TARGET, WIDER, WIDEST, signed_difference
from numscope.analysis.concepts.integer_arithmetic import Exact, exact_elementwise, limits, wrong_reduction
from numscope.operations.lore.formulas import short_name
from numscope.operations.traits import Trait
from numscope.trace import Operation

KIND = "wrap-around"
_ELEMENTWISE = ("add", "subtract", "multiply", "power", "square", "negative", "absolute")
_REDUCING = (
    "sum",
    "prod",
    "cumsum",
    "cumprod",
    "reduce",
    "accumulate",
    "dot",
    "matmul",
    "inner",
    "outer",
    "mm",
)
_INTEGERS = "regexp_matches(dtype, '^[<>=|]?u?int(8|16|32|64)$')"
_WITH_SLOTS = """
    select distinct o.id, o.call from recorded_operations o join operand_layouts on operation = o.id
    where o.call in {calls} and slot in {slots} order by o.id
"""
# What a wide unsigned type multiplies or adds up past its end is a hash or a generator, not a count.
_MODULAR_TYPES = ("uint32", "uint64")
# An unsigned difference that lands this near to zero undoes a counter's own going round.
_UNWOUND = 1 / 16


def wraparound(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines whose integer results are not what their operands make."""
    yield from _by_line(evidence, _elementwise(evidence))
    yield from _by_line(evidence, _reductions(evidence))
    yield from _by_line(evidence, _scattered(evidence))


Candidate = tuple[Call, int, str]  # call, operation, what went wrong


def _by_line(evidence: Evidence, candidates: Iterator[Candidate]) -> Iterator[Finding]:
    lines: dict[object, list[Candidate]] = {}
    for candidate in candidates:
        lines.setdefault(candidate[0].place, []).append(candidate)
    for found in lines.values():
        call, number, problem = found[0]
        if not all(is_modular(evidence, call, one) for one in evidence.fetch([number])):
            written = signed_difference(call, problem) if call.name == "subtract" else ""
            yield finding_of(KIND, call, number, len(found), problem, _fix(call, problem), written=written)


def _fix(call: Call, problem: str) -> str:
    if call.name.endswith(".at"):
        return WIDE_TARGET
    if call.name == "subtract":
        return SIGNED
    return WIDEST if "int64" in problem else WIDER


def _elementwise(evidence: Evidence) -> Iterator[Candidate]:
    calls = [call for call in evidence.calls.values() if call.name in _ELEMENTWISE]
    fitting = f"role in ('output', 'mutated') and {_INTEGERS}"
    may_leave = steps(evidence, calls, fitting, f"({_MAY_LEAVE}) and ({_ONLY_INTEGERS})")
    for step, operation in with_operations(evidence, filter(_is_doubtful, may_leave)):
        if any(one.name == "where" for one in operation.arguments):
            continue
        exact = exact_elementwise(operation)
        if exact is None and _went_round(step) is None:
            continue
        if exact is not None and (not exact[0] or _undoes_a_counter(operation, exact)):
            continue
        yield step.call, step.operation, _problem(step, exact)


def _is_doubtful(step: Step) -> bool:
    """Return whether means leave it open that elements went round, and the type is not one of a generator's."""
    modular = step.call.name in ("add", "multiply", "power", "square") and step.result.dtype in _MODULAR_TYPES
    return not modular and _went_round(step) is not False


_FITS = "regexp_extract(result_dtype, '(\\d+)$', 1)::int - case when starts_with(result_dtype, 'u') then 0 else 1 end"
_LARGEST = f"pow(2.0, {_FITS})"
_SIZE = "greatest(abs({0}_minimum), abs({0}_maximum))"
_FIRST, _SECOND = _SIZE.format("first"), f"coalesce({_SIZE.format('second')}, 0)"
# Whether the largest operands could leave the type's range: quick, and true far too often.
_MAY_LEAVE = f"""{_FIRST} + {_SECOND} >= {_LARGEST} - 1 or {_FIRST} * greatest({_SECOND}, 1) >= {_LARGEST} - 1
    or pow({_FIRST}, 2) >= {_LARGEST} or pow({_FIRST}, least({_SECOND}, 64)) >= {_LARGEST}
    or (starts_with(result_dtype, 'u') and first_minimum < coalesce(second_maximum, 1))"""
_ONLY_INTEGERS = "not regexp_matches(coalesce(first_dtype, ''), 'float|complex|object')"


def _went_round(step: Step) -> bool | None:
    """Return whether means prove that elements went round; None if they can't say."""
    first, second, result = step.first.mean, step.second.mean, step.result.mean
    if result is None or first is None or not step.result.dtype or limits(step.result.dtype) is None:
        return False
    constant = step.second.deviation in (None, 0.0) or step.first.deviation in (None, 0.0)
    if step.call.name == "add" and second is not None:
        true = first + second
    elif step.call.name == "subtract" and second is not None:
        true = first - second
    elif step.call.name == "multiply" and second is not None and constant:
        true = first * second
    else:
        return None
    # Each element that goes round moves the sum by the size of the range. Some at each end make up for each other.
    off = abs(true - result) * max(step.result.count, 1)
    if off > 0.5 * 2.0 ** bits(step.result.dtype):
        return True
    return None if _leaves_at_both_ends(step) else False


def _leaves_at_both_ends(step: Step) -> bool:
    """Return whether some pairs of operands may make more than the type holds, and others less."""
    low, high = limits(step.result.dtype or "") or (0, 0)
    sides = [(one.minimum, one.maximum) for one in (step.first, step.second)]
    if any(bound is None for side in sides for bound in side):
        return False
    apply = {"add": operator.add, "subtract": operator.sub, "multiply": operator.mul}[step.call.name]
    ends = [apply(first, second) for first in sides[0] for second in sides[1]]
    return bool(min(ends) < low and max(ends) > high)


def _undoes_a_counter(operation: Operation, exact: Exact) -> bool:
    made = exact[2]
    if made.dtype.kind != "u" or _short(operation) != "subtract":
        return False
    return bool((made.astype(float) <= _UNWOUND * np.iinfo(made.dtype).max).all())


def _short(operation: Operation) -> str:
    return short_name(operation.name)


def _problem(step: Step, exact: Exact | None) -> str:
    dtype = step.result.dtype
    low, high = limits(dtype) or (0, 0)
    if exact is None:
        return f"{step.call.name} leaves the range of {dtype} ({low} to {high}): results went round"
    count, true, made = exact
    elements = "1 element" if count == 1 else f"{count:,} elements"
    return (
        f"{step.call.name} in {dtype} went round in {elements} of {step.result.count:,}: "
        f"{_number(true.flat[0])} became {_number(made.flat[0])}"
    )


def _number(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _reductions(evidence: Evidence) -> Iterator[Candidate]:
    calls = [call for call in evidence.named(*_REDUCING) if not is_trait(call, Trait.DRAWS)]
    rows = evidence.rows(_WITH_SLOTS, calls, slots=f"role in ('output', 'mutated') and {_INTEGERS}")
    for call, numbers in _grouped(evidence, rows):
        for operation in evidence.fetch(numbers[:MOST_CALLS]):
            problem = wrong_reduction(operation)
            if problem:
                yield call, operation.id, problem


def _grouped(evidence: Evidence, rows: list[dict[str, Any]]) -> Iterator[tuple[Call, list[int]]]:
    by_call: dict[int, list[int]] = {}
    for row in rows:
        by_call.setdefault(row["call"], []).append(row["id"])
    for number, ids in by_call.items():
        # The last calls too: what adds up leaves its range late.
        yield evidence.calls[number], [*ids[: MOST_CALLS // 2], *ids[MOST_CALLS // 2 :][-MOST_CALLS // 2 :]]


def _scattered(evidence: Evidence) -> Iterator[Candidate]:
    """Yield `add.at` and its like whose target holds less than was put in."""
    calls = [call for call in evidence.calls.values() if call.name in ("add.at", "subtract.at")]
    rows = evidence.rows(_WITH_SLOTS, calls, slots=f"role = 'mutated' and {_INTEGERS}")
    for call, numbers in _grouped(evidence, rows):
        for operation in evidence.fetch(numbers):
            problem = _wrong_scatter(operation)
            if problem:
                yield call, operation.id, problem


def _wrong_scatter(operation: Operation) -> str | None:
    after = operation.mutated[0]
    added, change = total_added(operation), total_change(operation)
    if added is None or change is None or not after.dtype:
        return None
    sign = -1 if "subtract" in operation.name else 1
    if abs(sign * added - change) <= 0.5 * 2.0 ** bits(after.dtype):
        return None
    return (
        f"{_short(operation)} put {added:,.6g} into {after.dtype}{list(after.shape or ())} and its total changed by "
        f"{change:,.6g}: counts went round at {(limits(after.dtype) or (0, 0))[1]:,}"
    )
