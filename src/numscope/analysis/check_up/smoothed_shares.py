"""Shares of counts with something added to each, divided by totals with something else added: they don't add up to 1.

What is added to each of n counts, so that no share is 0, is n times in their total (Laplace's and Lidstone's estimate).
Source: C. D. Manning, H. Schütze, "Foundations of Statistical Natural Language Processing" (1999), chapter 6.2.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

KIND = "sum"
_DIVISIONS = ("divide", "true_divide", "div")
_ADDS, _SUMS = ("add",), ("sum", "reduce")
_MOST_VIEWS = 3
_OFF = 1e-3
_MAKER = """
    select operation from operands
    where hash = ? and operation < ? and role in ('output', 'mutated') order by operation desc limit 1
"""


def smoothed_shares(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that add to totals of counts what does not fit what is added to each count."""
    found: set[tuple[str, int]] = set()
    for call, division in in_order(evidence, _DIVISIONS):
        if len(division.inputs) < 2 or not division.outputs:
            continue
        to_each = _added(evidence, division.inputs[0], division.id)
        to_total = _added(evidence, division.inputs[1], division.id) if to_each else None
        if to_each is None or to_total is None:
            continue
        counts, each, _ = to_each
        sums, total, adding = to_total
        many = _summed(evidence, counts, sums, adding.id)
        # One more is a place for what was never counted.
        if many is None or np.isclose(total, many * each) or np.isclose(total, (many + 1) * each):
            continue
        place = evidence.call_of(adding) or call
        share = _furthest(division.outputs[0], many)
        if share is None or (place.file, place.line) in found:
            continue
        found.add((place.file, place.line))
        yield finding_of(KIND, place, division.id, 1, _problem(call, place, each, total, many, share), _FIX)


_FIX = (
    "add to the total as often what is added to each: `(c + a) / (c.sum() + a * len(c))`, or sum after adding"
)


def _problem(call: Call, place: Call, each: float, total: float, many: int, share: float) -> str:
    where = place_beside(call.file, call.line, place.file)
    return (
        f"{total:g} is added to the totals of {many} counts, and {each:g} to each count, {many * each:g} in all: the "
        f"shares of {where} add up to {share:.6g}"
    )


def _added(evidence: Evidence, operand: Operand, before: int) -> tuple[Operand, float, Operation] | None:
    """Return what a number was added to, the number and the operation; None if an operand is no such sum."""
    for _ in range(_MOST_VIEWS):
        maker = _maker(evidence, operand, before)
        if maker is None or not maker.inputs:
            return None
        if last_name(maker) in _ADDS:
            return _parts(maker)
        if not maker.traits & Trait.VIEW:
            return None
        operand, before = maker.inputs[0], maker.id
    return None


def _parts(adding: Operation) -> tuple[Operand, float, Operation] | None:
    given = [one for one in adding.operands if one.role in ("input", "argument")]
    numbers = [one.literal for one in given if one.kind in ("int", "float") and one.name != "alpha"]
    sides = [one for one in given if one.is_array() or one.kind == "scalar"]
    if len(sides) != 1 or len(numbers) != 1 or not isinstance(numbers[0], (int, float)):
        return None
    return sides[0], float(numbers[0]), adding


def _summed(evidence: Evidence, counts: Operand, sums: Operand, before: int) -> int | None:
    """Return how many of these counts are in each of their sums; None if these are no sums of them."""
    maker = _maker(evidence, sums, before)
    if (
        maker is None
        or last_name(maker) not in _SUMS
        or not maker.inputs
        or maker.inputs[0].hash != counts.hash
    ):
        return None
    many = int(np.prod(counts.shape or (0,))) // max(1, int(np.prod(sums.shape or ())))
    return many if many > 1 else None


def _furthest(shares: Operand, many: int) -> float | None:
    """Return the sum of shares that is furthest from 1; None if all are near it."""
    values = numbers_of(shares)
    if values is None or not np.isfinite(values).all() or values.min() < 0:
        return None
    axes = [axis for axis, length in enumerate(values.shape) if length == many]
    sums = values.sum(axis=axes[-1]) if values.size != many and axes else np.array([values.sum()])
    off = np.abs(sums - 1)
    return float(sums[np.argmax(off)]) if off.max() > _OFF else None


def _maker(evidence: Evidence, operand: Operand, before: int) -> Operation | None:
    rows = evidence.trace.ask(_MAKER, [operand.hash, before])["operation"].to_pylist() if operand.hash else []
    return evidence.fetch(rows)[0] if rows else None
