"""Sums by groups that lack the rows without a group: shares do not add up to 1, or the total is taken for all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITH_MISSING
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand, Operation

KIND = "sum"
_SUMS = ("sum", "size", "count")
_DIVIDES = ("__truediv__", "div", "divide", "true_divide", "truediv")
_CLOSE = 1e-9
_NAMED = ("agg", "aggregate")
# Who looks for missing keys, or leaves them out, knows of them.
_KNOWS = ("isna", "isnull", "notna", "notnull", "dropna", "fillna")


def lost_groups(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that sum by groups and leave rows out, which a total has, or which it lacks."""
    yield from _of_shares(evidence)
    yield from _of_totals(evidence)


def _of_totals(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that make groups whose sums are added up, and lack the rows whose group is missing.

    A total that divides these sums gives shares of the rows that have a group, which is often meant.
    """
    groups = [one for one in in_order(evidence, ["groupby"]) if _lost_rows(one[1])]
    if not groups or evidence.named(*_KNOWS):
        return
    sums = in_order(evidence, (*_SUMS, *_NAMED), lambda call: "GroupBy" in call.full_name)
    totals = in_order(evidence, ["sum"], _is_no_group)
    divided = [
        (one.id, divisor)
        for _, one in in_order(evidence, _DIVIDES)
        if (divisor := _parts(one)[1]) is not None
    ]
    found: set[int] = set()
    for call, group in groups:
        made = next((one for _, one in sums if one.id > group.id), None)
        if made is None or call.id in found:
            continue
        columns = {one.name: numbers for one in group.inputs if (numbers := numbers_of(one)) is not None}
        given = {one.hash: _source(one, made, columns) for one in made.outputs if one.is_array()}
        for later, total in totals:
            whole = next((given[one.hash] for one in total.inputs if given.get(one.hash) is not None), None)
            value = next((number for one in total.outputs if (number := _number(one)) is not None), None)
            if whole is None or value is None or total.id < made.id or not value < whole * (1 - _CLOSE):
                continue
            if any(total.id < one and divisor == value for one, divisor in divided):
                continue
            found.add(call.id)
            said = (
                f"leaves out the {_lost_rows(group):,} rows whose group is missing, and "
                f"{place_beside(later.file, later.line, call.file)} adds the groups up: {value:.6g} of {whole:.6g}"
            )
            yield finding_of(KIND, call, group.id, 1, said, WITH_MISSING)
            break


def _source(made: Operand, operation: Operation, columns: dict[str | None, Any]) -> float | None:
    """Return the total of all rows of the column that sums by groups are of; None if they are of several, or none."""
    asked = next((str(one.literal) for one in operation.arguments if one.name == made.name), "")
    wanted = [one for name, one in columns.items() if name and f"'{name}'" in asked]
    values = [
        numbers
        for one in operation.inputs
        if one.name == "values" and (numbers := numbers_of(one)) is not None
    ]
    is_sum = operation.name.endswith(".sum") or "'sum'" in asked or made.name == "sum"
    taken = wanted or values or ([columns[made.name]] if made.name in columns else [])
    return float(np.nansum(taken[0])) if taken and is_sum and taken[0].dtype.kind in "iuf" else None


def _lost_rows(group: Operation) -> int:
    """Return how many rows of a table that is grouped have no group."""
    if any(one.name == "dropna" for one in group.arguments):
        return 0
    table = next((one for one in group.arguments if one.kind == "object" and one.position == 0), None)
    by = next((str(one.attributes.get("by", "")) for one in group.outputs if one.kind == "object"), "")
    if table is None:
        return 0
    texts = [
        int(str(number))
        for name, number in table.attributes.items()
        if f"'{name.removesuffix(': nulls')}'" in by and name.endswith(": nulls")
    ]
    return max(texts, default=0)


def _of_shares(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that sum by groups, where a total of more rows than the groups hold divides the sums."""
    groups = [
        (call, one, made)
        for call, one in in_order(evidence, _SUMS, lambda call: "GroupBy" in call.full_name)
        if (made := _column(one)) is not None
    ]
    if not groups:
        return
    divisions = in_order(evidence, _DIVIDES)
    totals = {} if not divisions else _totals(evidence)
    found: set[int] = set()
    for division, operation in divisions:
        dividend, divisor = _parts(operation)
        if dividend is None or divisor is None:
            continue
        for call, _, made in groups:
            if call.id in found or dividend.hash != made.hash or not (rows := totals.get(divisor)):
                continue
            sums = numbers_of(made)
            if sums is None or not 0 < sums.sum() < divisor * (1 - _CLOSE):
                continue
            found.add(call.id)
            share, shares = sums.sum() / divisor, place_beside(division.file, division.line, call.file)
            said = (
                f"leaves out the rows whose group is missing, and {shares} divides by a total of all {rows:,} rows: "
                f"the shares add up to {share:.4g}"
            )
            yield finding_of(KIND, call, operation.id, 1, said, WITH_MISSING)


def _column(operation: Operation) -> Operand | None:
    """Return the sums of groups, if some rows belong to no group: the sums of these are missing in them."""
    made = [one for one in operation.outputs if one.is_array() and one.name != "index"]
    return made[0] if len(made) == 1 and made[0].hash else None


def _parts(operation: Operation) -> tuple[Operand | None, float | None]:
    given = [one for one in operation.operands if one.role in ("input", "argument")]
    arrays = [one for one in given if one.is_array() and one.shape and one.name != "index"]
    numbers = [number for one in given if (number := _number(one)) is not None]
    return (arrays[0], numbers[0]) if len(arrays) == 1 and len(numbers) == 1 else (None, None)


def _number(operand: Operand) -> float | None:
    if operand.kind in ("int", "float"):
        return float(operand.literal)  # type: ignore[arg-type]
    numbers = numbers_of(operand) if operand.kind == "scalar" else None
    return None if numbers is None or numbers.ndim else float(numbers)


def _totals(evidence: Evidence) -> dict[float, int]:
    """Return how many rows were added up, by their total."""
    found: dict[float, int] = {}
    for _, operation in in_order(evidence, ("sum",), _is_no_group):
        given = [one for one in operation.inputs if one.is_array() and one.shape and one.name != "index"]
        numbers = [number for one in operation.outputs if (number := _number(one)) is not None]
        if len(given) == 1 and len(numbers) == 1 and np.isfinite(numbers[0]):
            found[numbers[0]] = (given[0].shape or (0,))[0]
    return found


def _is_no_group(call: Call) -> bool:
    return "GroupBy" not in call.full_name
