"""Frequencies of a Fourier transform asked for with the rate of the samples in place of the time between them."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.meaning.default_spacing import spaced_points
from numscope.analysis.check_up.remedies import HALF_THE_RATE, SPACING
from numscope.analysis.concepts.kept_values import numbers_of
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


def frequency_axes(evidence: Evidence) -> Iterator[Finding]:
    """Yield axes as long as a real transform's result that end at the rate of the samples: it ends at half of it."""
    steps = [
        (one, spaced[1])
        for _, one in in_order(evidence, ["rfft"])
        if one.outputs and len(one.outputs[0].shape or ()) == 1
        if (spaced := spaced_points(evidence, one)) is not None
    ]
    for call, operation in in_order(evidence, ["linspace"]) if steps else ():
        axis = numbers_of(operation.outputs[0]) if operation.outputs else None
        if axis is None or axis.ndim != 1 or axis[0] != 0:
            continue
        for transform, step in steps:
            rate = 1 / step
            if transform.outputs[0].shape == axis.shape and abs(axis[-1] * step - 1) < 2 / len(axis):
                problem = (
                    f"ends at {axis[-1]:g}, the rate of samples {step:.4g} apart; the {len(axis):,} results of `rfft` "
                    f"end at half of it, {rate / 2:g}"
                )
                yield finding_of(KIND, call, operation.id, 1, problem, HALF_THE_RATE)
                return


def _given(operation: Operation) -> float:
    given = operand_at(operation, *_SPACING)
    literal = None if given is None else given.literal
    return float(literal) if isinstance(literal, (int, float)) else 0.0


def _divisor(operation: Operation) -> float | None:
    last = operation.inputs[-1] if operation.inputs else None
    literal = None if last is None or len(operation.inputs) < 2 else last.literal
    return float(literal) if isinstance(literal, (int, float)) else None
