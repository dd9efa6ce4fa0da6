"""Numbers that stand for missing values, such as -999, taken into a mean, a fit or a product as if measured."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import UNMARKED
from numscope.analysis.check_up.tables.marks_left_in import other_columns
from numscope.analysis.check_up.tables.marks_not_asked_for import asked_in_vain
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.line_names import place_beside
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


# What computes with each number, of which a marked one is no marked one afterwards.
_ARITHMETIC = ("add", "subtract", "multiply", "divide", "power", "square", "matmul", "dot", "exp", "log")
LEARNING = (
    *("fit", "fit_transform", "fit_predict", "transform", "predict", "predict_proba", "score", "curve_fit"),
    *("least_squares", "linregress", "pearsonr", "ttest_ind"),
)
# Who compares numbers, or chooses some by their size, may know of those that stand for none.
_DEALING = (
    *(
        "equal",
        "not_equal",
        "less",
        "less_equal",
        "greater",
        "greater_equal",
        "isclose",
        "isin",
        "where",
        "replace",
    ),
    *(
        "minimum",
        "maximum",
        "min",
        "max",
        "argmin",
        "argmax",
        "argsort",
        "sort",
        "clip",
        "mask",
        "masked_equal",
    ),
    *(
        "masked_where",
        "masked_values",
        "masked_invalid",
        "nanmin",
        "nanmax",
        "searchsorted",
        "digitize",
        "mode",
    ),
)
# Trees part such numbers from the others, and an imputer is there to find them.
PARTS_THEM = re.compile(r"Tree|Forest|Boost|LGBM|XGB|Imputer|Pipeline")
_FINDS_THEM = re.compile(r"Imputer|missing_values|na_values")
_LEAST_MARKED = 2


def sentinels(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that summarise numbers of which some stand for missing ones.

    Of a function without one, the first line that computes with such numbers or fits to them.
    """
    if not _suspicious(evidence):
        return
    found = list(_findings(evidence, evidence.named(*_SUMMARIES), ()))
    yield from found
    said = {(one.file, one.function) for one in found}
    calls = [one for one in evidence.named(*_ARITHMETIC, *LEARNING) if not PARTS_THEM.search(one.full_name)]
    calls = [one for one in calls if not _FINDS_THEM.search(one.text)]
    for one in _findings(evidence, calls, evidence.named(*_DEALING), _LEAST_MARKED):
        if (one.file, one.function) not in said:
            said.add((one.file, one.function))
            yield one


_LISTED = ", ".join(repr(value) for value in SENTINELS)
_MARKED = f"(minimum in ({_LISTED}) or maximum in ({_LISTED})) and deviation > 0"


def _suspicious(evidence: Evidence) -> bool:
    return bool(evidence.trace.ask(f"select 1 from contents where {_MARKED} limit 1").num_rows)


def _findings(
    evidence: Evidence, calls: list[Call], dealing: Collection[Call], least: int = 1
) -> Iterator[Finding]:
    """Yield the lines of these calls that take `least` marked numbers or more, which are given to none of `dealing`."""
    dealt = ", ".join(str(call.id) for call in dealing) or "-1"
    rows = evidence.rows(
        f"""
        with suspicious as (select id, hash_low, hash_high from contents where {_MARKED}), known as (
            select hash_low, hash_high from recorded_operations o join operand_layouts on operation = o.id
                join suspicious on content = suspicious.id
            where o.call in ({dealt}) and role = 'input'
        ), unknown as (select id from suspicious anti join known using (hash_low, hash_high))
        select distinct o.id, o.call from recorded_operations o join operand_layouts on operation = o.id
        where o.call in {{calls}} and role = 'input' and kind = 'array' and type is null
            and content in (from unknown) order by o.id
        """,
        calls,
    )
    by_call: dict[int, list[int]] = {}
    for row in rows:
        by_call.setdefault(row["call"], []).append(row["id"])
    for number, ids in by_call.items():
        finding = _judge(evidence, evidence.calls[number], evidence.fetch(ids[:MOST_CALLS]), len(ids), least)
        if finding is not None:
            yield finding


def _judge(
    evidence: Evidence, call: Call, operations: list[Operation], times: int, least: int
) -> Finding | None:
    for operation in operations:
        if any(argument.name in ("where", "weights", "w") for argument in operation.operands):
            continue
        for operand in operation.inputs:
            taken = _taken(operand, least) if operand.kind == "array" and not operand.type else None
            if taken is not None:
                return _finding(evidence, call, operation, (operand, *taken), times)
    return None


def _finding(
    evidence: Evidence, call: Call, operation: Operation, taken: tuple[Operand, float, str], times: int
) -> Finding:
    column, mark, said = taken
    problem = f"{last_name(operation)} takes {said}"
    others = other_columns(evidence, column, mark, operation.id) if column.name else None
    if others is not None:
        file, line, name = others
        where = place_beside(call.file, call.line, file)
        problem = f"{mark:g} is taken out of `{name}`, and not out of `{column.name}`: in {where} {problem}"
        return finding_of(KIND, replace(call, file=file, line=line), operation.id, times, problem, UNMARKED)
    asked = asked_in_vain(evidence, column, mark, operation.id)
    if asked is not None:
        where = place_beside(call.file, call.line, asked.file)
        problem = f"{asked.name.rpartition('.')[2]} takes {mark:g} for no missing value: in {where} {problem}"
    return finding_of(KIND, asked or call, operation.id, times, problem, UNMARKED)


def _taken(operand: Operand, least: int) -> tuple[float, str] | None:
    """Return the mark among an operand's numbers, and what it does to their mean; None if there is none."""
    value = value_of(operand)
    if value is None or np.asarray(value).dtype.kind not in "iuf":
        return None
    array = np.asarray(value, float).ravel()
    array = array[np.isfinite(array)]
    for mark in {array.min(), array.max()} if array.size else ():
        rest = array[array != mark]
        if (
            float(mark) not in SENTINELS
            or array.size - rest.size < least
            or not stands_apart(rest, mark, array.size)
        ):
            continue
        with_it, without = array.mean(), rest.mean()
        return float(mark), (
            f"{array.size - rest.size:,} of {array.size:,} values that are {mark:g}, far "
            f"from the others ({rest.min():.6g} to {rest.max():.6g}): the mean is {with_it:.6g}, without "
            f"them {without:.6g}"
        )
    return None


def stands_apart(rest: Any, mark: float, total: int) -> bool:
    """Return whether a number lies far from the others, which are enough of `total` to say so."""
    if rest.size < 2 or rest.size < (1 - _MOST_SHARE) * total:
        return False
    spread = float(rest.max() - rest.min())
    gap = float(rest.min() - mark if mark < rest.min() else mark - rest.max())
    return spread > 0 and gap >= _AWAY * spread and gap > 0
