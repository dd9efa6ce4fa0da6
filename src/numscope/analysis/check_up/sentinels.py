"""Numbers that stand for missing values, such as -999, taken into a mean as if they were measured."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import UNMARKED
from numscope.analysis.concepts.kept_values import value_of
from numscope.operations.lore.missing import SENTINELS
from numscope.trace import Operand, Operation

KIND = "sentinel"
_SUMMARIES = (
    "mean",
    "sum",
    "std",
    "var",
    "average",
    "cov",
    "corrcoef",
    "polyfit",
    "lstsq",
    "cumsum",
    "trapezoid",
)
# The numbers that were measured lie this many times their own spread away from the one that stands for none.
_AWAY = 5.0
_MOST_SHARE = 0.9


def sentinels(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that summarise numbers of which some stand for missing ones."""
    calls = evidence.named(*_SUMMARIES)
    listed = ", ".join(repr(value) for value in SENTINELS)
    marked = f"(minimum in ({listed}) or maximum in ({listed}))"
    rows = evidence.rows(
        f"""
        with suspicious as (select id from contents where {marked} and deviation > 0)
        select distinct o.id, o.call from recorded_operations o join operand_layouts on operation = o.id
        where o.call in {{calls}} and role = 'input' and kind = 'array' and type is null
            and content in (from suspicious) order by o.id
        """,
        calls,
    )
    by_call: dict[int, list[int]] = {}
    for row in rows:
        by_call.setdefault(row["call"], []).append(row["id"])
    for number, ids in by_call.items():
        finding = _judge(evidence.calls[number], evidence.fetch(ids[:MOST_CALLS]), len(ids))
        if finding is not None:
            yield finding


def _judge(call: Call, operations: list[Operation], times: int) -> Finding | None:
    for operation in operations:
        if any(argument.name in ("where", "weights", "w") for argument in operation.operands):
            continue
        for operand in operation.inputs:
            problem = _problem(operation, operand) if operand.kind == "array" and not operand.type else None
            if problem:
                return finding_of(KIND, call, operation.id, times, problem, UNMARKED)
    return None


def _problem(operation: Operation, operand: Operand) -> str | None:
    value = value_of(operand)
    if value is None or np.asarray(value).dtype.kind not in "iuf":
        return None
    array = np.asarray(value, float).ravel()
    array = array[np.isfinite(array)]
    for mark in {array.min(), array.max()} if array.size else ():
        rest = array[array != mark]
        if float(mark) not in SENTINELS or not _stands_apart(rest, mark, array.size):
            continue
        with_it, without = array.mean(), rest.mean()
        return (
            f"{last_name(operation)} takes {array.size - rest.size:,} of {array.size:,} values that are {mark:g}, far "
            f"from the others ({rest.min():.6g} to {rest.max():.6g}): the mean is {with_it:.6g}, without "
            f"them {without:.6g}"
        )
    return None


def _stands_apart(rest: Any, mark: float, total: int) -> bool:
    if rest.size < 2 or rest.size < (1 - _MOST_SHARE) * total:
        return False
    spread = float(rest.max() - rest.min())
    gap = float(rest.min() - mark if mark < rest.min() else mark - rest.max())
    return spread > 0 and gap >= _AWAY * spread and gap > 0
