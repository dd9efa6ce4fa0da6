"""Why lines that call scikit-learn give NaN or infinities."""

from __future__ import annotations

from numscope.operations.lore.user_line import Call, Sentence, UserLine, of, said_of_calls, verb

PACKAGE = "sklearn"


def sentence(line: UserLine) -> str | None:
    """Return why the line's result holds NaN; None if the line is not known well enough."""
    return said_of_calls(_SENTENCES, line) if PACKAGE in line.packages else None


def _single_sample(call: Call, line: UserLine) -> str | None:
    if line.result is None or line.result.nans != line.result.size:
        return None
    return f"`{call.name}`: R² is not defined for folds of 1 sample"


def _score(call: Call, line: UserLine) -> str | None:
    return f"`{call.name}` is not defined for 1 sample"


def _overflow(call: Call, line: UserLine) -> str | None:
    if "overflow" not in line.floating_point:
        return None
    return (
        f"`{call.name}`: the numbers overflow while it fits; the steps may be too large for data of this size"
    )


def _unknown(call: Call, line: UserLine) -> str | None:
    if line.result is None or {"divide", "overflow"}.intersection(line.floating_point):
        return None
    values = of(line.result.nans, line.result.size, "value")
    return (
        f"`{call.name}`: {values} {verb(line.result.nans, 'has', 'have')} no neighbour or category to go by"
    )


_SENTENCES: dict[str, Sentence] = {
    "cross_val_score": _single_sample,
    "cross_validate": _single_sample,
    "r2_score": _score,
    "fit": _overflow,
    "partial_fit": _overflow,
    "fit_predict": _overflow,
    "transform": _unknown,
    "fit_transform": _unknown,
}
