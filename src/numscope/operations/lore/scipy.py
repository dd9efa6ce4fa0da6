"""Why lines that call SciPy give NaN."""

from __future__ import annotations

from numscope.operations.lore.user_line import Call, Sentence, UserLine, counted, of, said_of_calls, verb

PACKAGE = "scipy"


def sentence(line: UserLine) -> str | None:
    """Return why the line's result holds NaN; None if the line is not known well enough."""
    return said_of_calls(_SENTENCES, line) if PACKAGE in line.packages else None


def _outside(place: str) -> Sentence:
    def said(call: Call, line: UserLine) -> str | None:
        if line.result is None or not line.result.shape:
            return None
        points = of(line.result.nans, line.result.size, "point")
        lie = verb(line.result.nans, "lies", "lie")
        return f"{call.shown('bounds_error', 'method')}: {points} {lie} outside {place}"

    return said


def _no_spread(call: Call, line: UserLine) -> str | None:
    if not line.constants:
        return None
    return f"`{call.name}`: the {counted(line.constants[0], 'value')} are all equal, so they have no spread"


def _constant_side(call: Call, line: UserLine) -> str | None:
    if not line.constants:
        return None
    return f"`{call.name}`: the {counted(line.constants[0], 'value')} of one side are all equal"


def _no_direction(call: Call, line: UserLine) -> str | None:
    by_name = call.name in ("cdist", "pdist")
    if not line.zeros or (by_name and "cosine" not in (*call.arguments, call.keywords.get("metric"))):
        return None
    shown = f"`{call.name}` by cosine" if by_name else f"`{call.name}`"
    return f"{shown}: a vector of zeros has no direction"


def _empty_bins(call: Call, line: UserLine) -> str | None:
    if line.result is None or call.argument(2, "statistic", "mean") not in (
        "mean",
        "median",
        "std",
        "min",
        "max",
    ):
        return None
    bins = of(line.result.nans, line.result.size, "bin")
    return f"{call.shown('statistic')}: {bins} {verb(line.result.nans, 'holds', 'hold')} no value"


def _no_covariance(call: Call, line: UserLine) -> str | None:
    if line.result is not None:
        return None
    return (
        f"`{call.name}`: finds no covariance of the parameters and gives infinity: there are no more points than "
        "parameters, or one of these changes nothing"
    )


_RANGE = _outside("the range of the given points")
_SENTENCES: dict[str, Sentence] = {
    "interp1d": _RANGE,
    "RegularGridInterpolator": _outside("the grid"),
    "interpn": _outside("the grid"),
    "PchipInterpolator": _RANGE,
    "Akima1DInterpolator": _RANGE,
    "griddata": _outside("the convex hull of the given points"),
    "LinearNDInterpolator": _outside("the convex hull of the given points"),
    "CloughTocher2DInterpolator": _outside("the convex hull of the given points"),
    "binned_statistic": _empty_bins,
    "binned_statistic_2d": _empty_bins,
    "curve_fit": _no_covariance,
    "zscore": _no_spread,
    "skew": _no_spread,
    "kurtosis": _no_spread,
    "pearsonr": _constant_side,
    "spearmanr": _constant_side,
    "kendalltau": _constant_side,
    "cosine": _no_direction,
    "cdist": _no_direction,
    "pdist": _no_direction,
}
