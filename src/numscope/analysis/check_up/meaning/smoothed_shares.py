"""Shares of counts with something added to each, divided by totals with something else added: they don't add up to 1.

What is added to each of n counts, so that no share is 0, is n times in their total (Laplace's and Lidstone's estimate).
Source: C. D. Manning, H. Schütze, "Foundations of Statistical Natural Language Processing" (1999), chapter 6.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand, Operation

KIND = "sum"
_DIVISIONS = ("divide", "true_divide", "div")
_ADDS, _SUMS = ("add",), ("sum", "reduce")
_OFF = 1e-3


@dataclass(frozen=True)
class _Total:
    """What was added to sums of counts. counts: these, by content; many: how many there are in each sum."""

    counts: str | None
    many: int
    added: float
    call: Call


def smoothed_shares(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that add to totals of counts what does not fit what is added to each count."""
    adds = [(call, one, parts) for call, one in _adding(evidence) if (parts := _parts(one)) is not None]
    totals = _totals(evidence, adds)
    smoothed = {one.outputs[0].hash: (parts[0].hash, parts[1]) for _, one, parts in adds if one.outputs}
    found: set[tuple[str, int]] = set()
    for call, division in in_order(evidence, _DIVISIONS) if totals else ():
        if len(division.inputs) < 2 or not division.outputs or division.inputs[0].hash not in smoothed:
            continue
        counts, each = smoothed[division.inputs[0].hash]
        total = totals.get(_content(division.inputs[1]))
        if total is None or total.counts != counts or _fits(total, each):
            continue
        share = _furthest(division.outputs[0], total.many)
        place = total.call
        if share is None or (place.file, place.line) in found:
            continue
        found.add((place.file, place.line))
        where = place_beside(call.file, call.line, place.file)
        problem = (
            f"{total.added:g} is added to the totals of {total.many} counts, and {each:g} to each count, "
            f"{total.many * each:g} in all: the shares of {where} add up to {share:.6g}"
        )
        yield finding_of(KIND, place, division.id, 1, problem, _FIX)


_FIX = (
    "add to the total as often what is added to each: `(c + a) / (c.sum() + a * len(c))`, or sum after adding"
)


def _adding(evidence: Evidence) -> list[tuple[Call, Operation]]:
    """Return the additions; none where nothing is summed."""
    return in_order(evidence, _ADDS) if evidence.named(*_SUMS) and evidence.named(*_DIVISIONS) else []


def _totals(
    evidence: Evidence, adds: list[tuple[Call, Operation, tuple[Operand, float]]]
) -> dict[bytes, _Total]:
    """Return what was added to sums, by what came out."""
    if not adds:
        return {}
    sums = {
        one.outputs[0].hash: one.inputs[0]
        for _, one in in_order(evidence, _SUMS)
        if one.inputs and one.outputs and one.inputs[0].shape
    }
    found: dict[bytes, _Total] = {}
    for call, one, (side, number) in adds:
        counts = sums.get(side.hash)
        if counts is not None and one.outputs:
            many = prod(counts.shape or (0,)) // max(1, prod(side.shape or ()))
            if many > 1:
                found[_content(one.outputs[0])] = _Total(counts.hash, many, number, call)
    return found


def _content(operand: Operand) -> bytes:
    """Return the numbers of an operand, whatever its shape: totals are divided by as a column, `total[:, None]`."""
    values = numbers_of(operand)
    return b"" if values is None else values.astype(float).tobytes()


def _fits(total: _Total, each: float) -> bool:
    """Return whether as much is added to the total as to its counts; one more is a place for what was never counted."""
    return bool(np.isclose(total.added, [total.many * each, (total.many + 1) * each]).any())


def _parts(adding: Operation) -> tuple[Operand, float] | None:
    """Return what a number is added to, and the number; None if two arrays are added."""
    given = [one for one in adding.operands if one.role in ("input", "argument")]
    numbers = [one.literal for one in given if one.kind in ("int", "float") and one.name != "alpha"]
    sides = [one for one in given if one.is_array() or one.kind == "scalar"]
    if len(sides) != 1 or len(numbers) != 1 or not isinstance(numbers[0], (int, float)):
        return None
    return sides[0], float(numbers[0])


def _furthest(shares: Operand, many: int) -> float | None:
    """Return the sum of shares that is furthest from 1; None if all are near it."""
    values = numbers_of(shares)
    if values is None or not np.isfinite(values).all() or values.min() < 0:
        return None
    axes = [axis for axis, length in enumerate(values.shape) if length == many]
    sums = values.sum(axis=axes[-1]) if values.size != many and axes else np.array([values.sum()])
    off = np.abs(sums - 1)
    return float(sums[np.argmax(off)]) if off.max() > _OFF else None
