"""Directions in degrees whose mean is taken as if they did not go round: of 350 and 10 it is 180."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import CIRCULAR
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import last_name
from numscope.trace import Operand, Operation

KIND = "meaning"
_MEANS = ("mean", "nanmean", "average", "median", "nanmedian")
_AGGREGATES = ("agg", "aggregate")
_LABELS = ("index", "columns", "shape", "size")
_CIRCLE, _QUARTER = 360.0, 90.0
_LEAST, _LEAST_SHARE = 4, 0.1
# The text says that something goes round, or names what does.
_SAID = re.compile(
    r"\b360(\.0)?\b|direction|heading|bearing|azimuth|angle|aspect|course|compass|deg", re.IGNORECASE
)


def directions(evidence: Evidence) -> Iterator[Finding]:
    """Yield means of numbers that lie on both sides of north, and none on the other half of the circle."""
    means = [*evidence.named(*_MEANS), *filter(_asks_for_means, evidence.named(*_AGGREGATES))]
    said = [call for call in means if _SAID.search(call.text) and not _for_its_labels(call)]
    yield from first_faults(evidence, KIND, evidence.operations(said), _problem, CIRCULAR)


def _for_its_labels(call: Call) -> bool:
    """Return whether a line takes a mean for the labels that it has alone: `days.mean().index`."""
    node = sources.statement(call.text, call.line)
    read = [one for one in ast.walk(node or ast.Pass()) if isinstance(one, ast.Attribute)]
    taken = [one.value for one in read if one.attr in _LABELS]
    return any(
        isinstance(one, ast.Call) and last_name(one.func) == call.name.rpartition(".")[2] for one in taken
    )


def _asks_for_means(call: Call) -> bool:
    """Return whether the line that aggregates columns names a mean for them: `agg({"direction": "mean"})`."""
    node = sources.statement(call.text, call.line)
    words = {one.value for one in ast.walk(node or ast.Pass()) if isinstance(one, ast.Constant)}
    return not words.isdisjoint(_MEANS)


def _problem(operation: Operation) -> str | None:
    return next((said for one in operation.inputs if (said := _mean_of(one)) is not None), None)


def _mean_of(operand: Operand) -> str | None:
    angles = numbers_of(operand) if operand.name != "index" else None
    if angles is None or angles.size < _LEAST or angles.dtype.kind == "c" or not np.isfinite(angles).all():
        return None
    if angles.min() < 0 or angles.max() > _CIRCLE:
        return None
    east, west = angles < _QUARTER, angles > _CIRCLE - _QUARTER
    shares = east.mean(), west.mean()
    if not (east | west).all() or min(shares) < _LEAST_SHARE:
        return None
    radians = np.deg2rad(angles)
    mean = float(np.rad2deg(np.arctan2(np.sin(radians).mean(), np.cos(radians).mean())) % _CIRCLE)
    return (
        f"takes the mean of directions as if they did not go round: {int(west.sum()):,} lie above 270°, "
        f"{int(east.sum()):,} below 90°, none between; their mean direction is {mean:.1f}°"
    )
