"""NaN and infinities that are meant: whose purpose they are, and what the user says of names and places."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

# Operations whose purpose it is to put something else in the place of a NaN, or to carry one.
DELIBERATE = ("numpy.nan*", "numpy.isnan", "numpy.isfinite", "numpy.isinf", "numpy.empty", "numpy.empty_like")


def allowed_name(name: str, patterns: Iterable[str]) -> bool:
    """Return whether a pattern is of the operation `name`: as a whole (`numpy.log`) or of its last parts (`log`)."""
    return any(fnmatchcase(name, pattern) or fnmatchcase(name, f"*.{pattern}") for pattern in patterns)


def allowed_place(places: Iterable[str], patterns: Iterable[str]) -> bool:
    """Return whether a pattern ends one of the places (`FILE:LINE`): `script.py:12`."""
    ends = tuple(pattern for pattern in patterns if ":" in pattern)
    return bool(ends) and any(place.endswith(ends) for place in places)
