"""Why lines that call scikit-learn give NaN or infinities."""

from __future__ import annotations

from numscope.operations.lore.user_line import Call, Sentence, UserLine, of, said_of_calls, verb

PACKAGE = "sklearn"
# Their results are no elements of the data: NaN stands for a fit or a scorer that raised, whatever the data lack.
SCORING = (
    *("cross_val_score", "cross_validate", "learning_curve", "validation_curve"),
    "permutation_test_score",
)
SCORES = rf"^sklearn\.model_selection\.({'|'.join(SCORING)})$"
SEARCHES = frozenset(("GridSearchCV", "RandomizedSearchCV", "HalvingGridSearchCV", "HalvingRandomSearchCV"))
# What a search tells of each candidate: the mean of its folds' scores.
MEAN_SCORES = "cv_results_[mean_test_score]"
# Settings of models that may be no larger than the number of rows they are fitted to, else a fit or prediction raises.
LIMITED_BY_ROWS = frozenset(("n_neighbors", "n_clusters"))
# How many folds there are: what a search tells, an argument of what makes folds, and the default.
MAKES_FOLDS = r"^sklearn\.model_selection\.\w*Fold$"
FOUND_SPLITS, SPLITS, USUAL_SPLITS = "n_splits_", "n_splits", 5
# What makes folds of 1 sample, for which R² and the like are not defined.
SINGLE_FOLDS = "LeaveOneOut"
# What makes folds in the order of the rows, unless it is told to shuffle; the name of the outcomes.
FOLDS_IN_ORDER = frozenset(("sklearn.model_selection.KFold",))
# What cuts rows in two at once, and its argument by which both parts have the same shares of outcomes; what scores.
CUTS_ONCE, KEEPS_SHARES = frozenset(("sklearn.model_selection.train_test_split",)), "stratify"
METRICS = "sklearn.metrics."
SHUFFLES, OUTCOMES = "shuffle", "y"
# How an estimator learns from a response, and gives one; what both names follow is its class.
LEARNS, PREDICTS = "fit", "predict"


def sentence(line: UserLine) -> str | None:
    """Return why the line's result holds NaN; None if the line is not known well enough."""
    return said_of_calls(_SENTENCES, line) if PACKAGE in line.packages else None


def _folds(call: Call, line: UserLine) -> str | None:
    """Say why folds score NaN: what they are too small for, or that the fit or the scorer raised (`error_score`)."""
    if line.result is None:
        return None
    if line.result.nans == line.result.size and SINGLE_FOLDS in line.source:
        return f"`{call.name}`: R² is not defined for folds of 1 sample"
    scores, are = of(line.result.nans, line.result.size, "score"), verb(line.result.nans, "is", "are")
    return f"`{call.name}`: {scores} {are} NaN since a fit or the scorer raised (`error_score='raise'` shows why)"


def _candidates(call: Call, _: UserLine) -> str:
    return f"`{call.name}`: scores are NaN where a fit or the scorer raised (`error_score='raise'` shows why)"


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
    **dict.fromkeys(SCORING, _folds),
    **dict.fromkeys(SEARCHES, _candidates),
    "r2_score": _score,
    "fit": _overflow,
    "partial_fit": _overflow,
    "fit_predict": _overflow,
    "transform": _unknown,
    "fit_transform": _unknown,
}
