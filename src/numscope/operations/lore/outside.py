"""Objects of libraries that answer NaN for what lies outside of their data, if they are made with a certain setting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Setting(NamedTuple):
    """An argument of a class. values: those with which it answers NaN or infinity. by_default: one is its default.

    outside: of what. advice: what to write in place of it. answer: what it answers.
    """

    argument: str
    values: tuple[object, ...]
    by_default: bool
    outside: str
    advice: str
    answer: str = "NaN"

    def text(self, value: object) -> str:
        """Return the argument as a program writes it."""
        return f"{self.argument}={value!r}"


_EXTRAPOLATE = Setting(
    "extrapolate",
    (False,),
    False,
    "its points",
    "Keep to the range of its points, or leave `extrapolate=False` out.",
)
_NO_ERROR = Setting(
    "bounds_error",
    (False,),
    False,
    "the range of its points",
    "Leave `bounds_error=False` out for an exception, or say what holds there (`fill_value=`).",
)
# The function that answers what it is told for what lies before the first point or behind the last.
INTERPOLATES = "interp"
# Functions that are given points, values there, and the points that are asked for; and methods of what has coordinates.
BETWEEN_POINTS = frozenset(("griddata", "interpn"))
BETWEEN_COORDINATES = frozenset(("interp", "interp_like"))
# By the class's name as operations have it.
SETTINGS: Mapping[str, Setting] = {
    "sklearn.isotonic.IsotonicRegression": Setting(
        "out_of_bounds",
        ("nan",),
        True,
        "the range it was fitted on",
        "Make it with `out_of_bounds='clip'`, or with 'raise' for an exception.",
    ),
    "sklearn.neighbors.KernelDensity": Setting(
        "kernel",
        ("tophat", "epanechnikov", "linear", "cosine"),
        False,
        "the reach of its kernel",
        "Take a kernel without an end (`kernel='gaussian'` or 'exponential'), or a larger bandwidth.",
        "-inf",
    ),
    **dict.fromkeys(
        (f"scipy.interpolate.{name}" for name in ("CubicSpline", "PchipInterpolator", "BSpline", "PPoly")),
        _EXTRAPOLATE,
    ),
    **dict.fromkeys(
        (f"scipy.interpolate.{name}" for name in ("interp1d", "RegularGridInterpolator")), _NO_ERROR
    ),
}
# What divides by the steps between its points, and takes the same point twice without a word.
DIVIDES_BY_STEPS = ("scipy.interpolate.interp1d",)
