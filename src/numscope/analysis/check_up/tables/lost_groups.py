"""Shares of groups that do not add up to 1: the rows without a group are in the total and in no group."""

from __future__ import annotations

from collections.abc import Iterator

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


def lost_groups(evidence: Evidence) -> Iterator[Finding]:
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
