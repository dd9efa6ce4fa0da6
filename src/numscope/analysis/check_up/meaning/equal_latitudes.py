"""Means over latitudes that count each row of a grid alike: towards the poles a row covers less of the Earth.

The area between two circles of latitude is proportional to the difference of the sines of their latitudes (Archimedes).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BY_AREA
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "meaning"
_MEANS = ("mean", "std", "var")
_LATITUDES = ("lat", "latitude", "nav_lat")
_SLOTS = f"role = 'argument' and kind = 'array' and lower(name) in {_LATITUDES}"
_LEAST_WIDE = 40.0  # degrees: over a smaller region the rows differ by less than a quarter
_POLE = 90.0
_LEAST_SHARE = 0.02
# The text weighs somewhere: by hand, or by areas that it was given.
_WEIGHS = re.compile(r"\bcos\(|weight|area", re.IGNORECASE)


def equal_latitudes(evidence: Evidence) -> Iterator[Finding]:
    """Yield means over the latitudes of a grid in equal steps of degrees, where weights make another number of it."""
    calls = [call for call in evidence.named(*_MEANS) if not _WEIGHS.search(call.text)]
    yield from first_faults(evidence, KIND, evidence.with_operand(calls, _SLOTS), _problem, BY_AREA)


def _problem(operation: Operation) -> str | None:
    latitudes = next((one for one in operation.operands if _is_latitude(one)), None)
    left = [one.attributes.get("dimensions", "") for one in operation.outputs if one.kind == "object"]
    if latitudes is None or any(str(latitudes.name) in _dimensions(one) for one in left):
        return None
    degrees = numbers_of(latitudes)
    if degrees is None or not _in_equal_steps(degrees):
        return None
    table = next((one for one in operation.operands if one.kind == "object" and one.role == "argument"), None)
    given = next((one for one in operation.inputs if one.name == "values"), None)
    values = None if given is None else numbers_of(given)
    if table is None or values is None or values.dtype.kind != "f":
        return None
    names = _dimensions(table.attributes.get("dimensions", ""))
    if str(latitudes.name) not in names or values.ndim != len(names):
        return None
    rows = np.nanmean(
        np.moveaxis(values, names.index(str(latitudes.name)), 0).reshape(degrees.size, -1), axis=1
    )
    plain = float(rows.mean())
    weighed = float(np.average(rows, weights=np.cos(np.deg2rad(degrees))))
    if not np.isfinite(plain - weighed) or abs(plain - weighed) < _LEAST_SHARE * rows.std():
        return None
    return (
        f"counts each of {degrees.size} latitudes from {degrees.min():g}° to {degrees.max():g}° alike, though a row at "
        f"60° covers half of what one at the equator does: {plain:.4g} over all, {weighed:.4g} by area"
    )


def _is_latitude(operand: Operand) -> bool:
    is_axis = operand.kind == "array" and len(operand.shape or ()) == 1 and operand.role == "argument"
    return is_axis and str(operand.name).lower() in _LATITUDES


def _dimensions(text: object) -> list[str]:
    """Return the names of the dimensions of "lat: 36, lon: 72"."""
    return [one.partition(":")[0].strip() for one in str(text).split(",") if one]


def _in_equal_steps(degrees: np.ndarray) -> bool:
    """Return whether they are latitudes of a wide grid in equal steps: rows of equal area lie at other ones."""
    if degrees.size < 3 or not np.isfinite(degrees).all() or np.abs(degrees).max() > _POLE:
        return False
    steps = np.diff(degrees)
    return bool(np.allclose(steps, steps[0], rtol=0.05)) and float(np.ptp(degrees)) >= _LEAST_WIDE
