"""NaN and infinities that are meant: whose purpose they are, and what the user says of names and places."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase

# Operations whose purpose it is to put something else in the place of a NaN, or to carry one.
DELIBERATE = (
    *("numpy.nan*", "numpy.isnan", "numpy.isfinite", "numpy.isinf", "numpy.empty", "numpy.empty_like"),
    *("aten::nan*", "aten::isnan", "aten::isfinite", "aten::isinf", "aten::empty*", "aten::new_empty*"),
    *("aten::_empty_affine_quantized", "aten::resize_", "aten::resize_as_", "aten::set_"),
)
# What attention masks are made with: minus infinity, given to them, is the mask.
MASKING = ("aten::full*", "aten::new_full", "aten::fill*", "aten::masked_fill*", "aten::where", "aten::zero*")


def allowed_name(name: str, patterns: Iterable[str]) -> bool:
    """Return whether a pattern is of the operation `name`: as a whole (`numpy.log`) or of its last parts (`log`)."""
    return any(fnmatchcase(name, pattern) or fnmatchcase(name, f"*.{pattern}") for pattern in patterns)


def is_mask(name: str, kind: str, nans: int) -> bool:
    """Return whether an origin of infinities is the making of a mask, as torch's attention adds it to its scores."""
    return kind == "given" and not nans and allowed_name(name, MASKING)


def allowed_place(places: Iterable[str], patterns: Iterable[str]) -> bool:
    """Return whether a pattern ends one of the places (`FILE:LINE`): `script.py:12`."""
    ends = tuple(pattern for pattern in patterns if ":" in pattern)
    return bool(ends) and any(place.endswith(ends) for place in places)
