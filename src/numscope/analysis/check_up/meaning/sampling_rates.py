"""Frequencies of a Fourier transform asked for with another time between the samples than these have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from math import isclose, log10, pi

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.meaning.default_spacing import spaced_points
from numscope.analysis.check_up.remedies import HALF_THE_RATE, SPACING
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.upstream import upstream
from numscope.trace import Operation, Site

KIND = "meaning"
_FREQUENCIES = ("fftfreq", "rfftfreq")
_SPACING = (1, "d")
_TRANSFORMS = ("fft", "rfft")
_TIMES = re.compile(r"(^|_)(t|ts|tt|time|times|seconds|secs)($|_)", re.IGNORECASE)
_DEEPEST, _LEAST, _MOST = 10, 8, 3
_NEAR = 0.01
# By which people convert: a distance in other units is meant.
_CONVERTS = (60.0, 3600.0, 86400.0, 24.0, 1440.0, 2 * pi, 7.0, 365.25, 365.0)


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


def sample_distances(evidence: Evidence) -> Iterator[Finding]:
    """Yield frequencies for samples closer or further apart than the times are of which the program computed them."""
    asked = [
        (call, one, distance)
        for call, one in in_order(evidence, _FREQUENCIES)
        if (distance := _given(one)) > 0 and distance != 1
    ]
    transforms = [one for _, one in in_order(evidence, _TRANSFORMS)] if asked else []
    found: set[int] = set()
    for call, operation, given in asked:
        asked_for = operand_at(operation, 0, "n")
        count = asked_for.literal if asked_for is not None else None
        if not isinstance(count, int) or count < _LEAST or call.id in found:
            continue
        of_these = [one for one in transforms if one.inputs and one.inputs[0].shape == (count,)]
        known = [_times(evidence, one) for one in of_these[:_MOST]]
        apart = {step for steps in known for step in steps}
        if not apart or not all(known) or any(_agrees(given, step, count) for step in apart):
            continue
        found.add(call.id)
        step, where = next((step, where) for steps in known for step, where in steps.items())
        site = operation.user_site
        place = "" if where is None or site is None else f" ({line_of(where, site)})"
        problem = (
            f"takes the time between samples, and is given {given:.4g}; the {count:,} samples are computed of times "
            f"{step:.4g} apart{place}: all frequencies come out {step / given:.4g} times as high as they are"
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


def _times(evidence: Evidence, transform: Operation) -> dict[float, Site | None]:
    """Return how far apart the times are of which a transform's samples were computed, and where they were made."""
    shape = transform.inputs[0].shape
    found: dict[float, Site | None] = {}
    for maker, flowed in upstream(evidence.trace, transform, lambda one: one.shape == shape, _DEEPEST):
        points = numbers_of(flowed) if flowed.shape == shape and _is_named_so(evidence, maker) else None
        if points is None or points.dtype.kind != "f" or len(points) < _LEAST:
            continue
        steps = np.diff(points)
        if steps[0] > 0 and np.allclose(steps, steps[0], rtol=1e-6):
            found.setdefault(float(np.mean(steps)), maker.user_site)
    return found


def _is_named_so(evidence: Evidence, maker: Operation) -> bool:
    """Return whether the line that makes points names them times."""
    call = evidence.call_of(maker)
    node = None if call is None else sources.statement(call.text, call.line)
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(_TIMES.search(one.id) for one in targets if isinstance(one, ast.Name))


def _agrees(given: float, step: float, count: int) -> bool:
    """Return whether two distances of so many samples are about equal, may be in two units, or one is a rate."""
    ratio = max(given, step) / min(given, step)
    if ratio < 1 + _NEAR + 2 / count or isclose(given * step, 1):
        return True
    is_power = isclose(log10(ratio), round(log10(ratio)), abs_tol=1e-6)
    return is_power or any(isclose(ratio, one, rel_tol=1e-3) for one in _CONVERTS)
