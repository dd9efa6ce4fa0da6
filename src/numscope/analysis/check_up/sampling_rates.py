"""Frequencies of a Fourier transform asked for with the rate of the samples in place of the time between them."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SPACING
from numscope.trace import Operation

KIND = "meaning"
_FREQUENCIES = ("fftfreq", "rfftfreq")
_SPACING = (1, "d")


def sampling_rates(evidence: Evidence) -> Iterator[Finding]:
    """Yield frequencies for samples as far apart as a number by which the program divides: that is their rate."""
    asked = [
        (call, one, given) for call, one in in_order(evidence, _FREQUENCIES) if (given := _given(one)) > 1
    ]
    rates = {_divisor(one) for _, one in in_order(evidence, ["divide", "true_divide"])} if asked else set()
    found: set[int] = set()
    for call, operation, given in asked:
        if call.id not in found and given in rates:
            found.add(call.id)
            problem = (
                f"takes the time between samples, and is given {given:g}, by which the program divides to get times: "
                "their rate"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, SPACING)


def _given(operation: Operation) -> float:
    given = operand_at(operation, *_SPACING)
    literal = None if given is None else given.literal
    return float(literal) if isinstance(literal, (int, float)) else 0.0


def _divisor(operation: Operation) -> float | None:
    last = operation.inputs[-1] if operation.inputs else None
    literal = None if last is None or len(operation.inputs) < 2 else last.literal
    return float(literal) if isinstance(literal, (int, float)) else None
