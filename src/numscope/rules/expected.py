"""NaN and infinities that are meant: whose purpose they are, and what the user says of names and places."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

from numscope.operations.traits import Trait
from numscope.rules.origin_kind import OriginKind


def allowed_name(name: str, patterns: Iterable[str]) -> bool:
    """Return whether a pattern is of the operation `name`: as a whole (`numpy.log`) or of its last parts (`log`)."""
    return any(fnmatchcase(name, pattern) or fnmatchcase(name, f"*.{pattern}") for pattern in patterns)


def is_mask(traits: int, kind: OriginKind, nans: int) -> bool:
    """Return whether an origin of infinities is the making of a mask, as torch's attention adds it to its scores."""
    return kind is OriginKind.GIVEN and not nans and bool(traits & Trait.MASKS)


def allowed_place(places: Iterable[str], patterns: Iterable[str]) -> bool:
    """Return whether a pattern ends one of the places (`FILE:LINE`): `script.py:12`."""
    ends = tuple(pattern for pattern in patterns if ":" in pattern)
    return bool(ends) and any(place.endswith(ends) for place in places)
