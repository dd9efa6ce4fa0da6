"""A direction by `arctan(y / x)`: where x is negative it points the other way."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BOTH_SIGNS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand

KIND = "meaning"
_TURNS = ("cos", "sin")
_LEAST = 4


def lost_quadrants(evidence: Evidence) -> Iterator[Finding]:
    """Yield the arc tangents of ratios with divisors of both signs of which both a sine and a cosine are taken."""
    angles = [
        (call, one) for call, one in in_order(evidence, ("arctan", "atan")) if one.inputs and one.outputs
    ]
    turned: dict[str, set[str | None]] = {
        name: {one.inputs[0].hash for _, one in in_order(evidence, [name]) if one.inputs} if angles else set()
        for name in _TURNS
    }
    found: set[int] = set()
    for call, operation in angles:
        made = operation.outputs[0].hash
        if call.id in found or made is None or not all(made in taken for taken in turned.values()):
            continue
        signs = _divisors(evidence, operation.inputs[0], operation.id)
        if signs is not None:
            found.add(call.id)
            problem = (
                f"{signs[0]:,} of {signs[1]:,} divisors are negative: there the arc tangent gives the opposite "
                "direction, and its cosine is positive"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, BOTH_SIGNS)


def _divisors(evidence: Evidence, ratio: Operand, before: int) -> tuple[int, int] | None:
    """Return how many divisors of a ratio are negative, of how many, where some are positive."""
    maker = evidence.maker(ratio, before)
    if maker is None or last_name(maker) != "divide" or len(maker.inputs) != 2:
        return None
    divisors = numbers_of(maker.inputs[1])
    if divisors is None or divisors.size < _LEAST:
        return None
    negative = int((divisors < 0).sum())
    return (negative, divisors.size) if 0 < negative < divisors.size else None
