"""What estimators and solvers refuse: missing values, texts, one axis, other columns, too few points."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.ended.ending import Ending, Reason
from numscope.analysis.check_up.ended.tables import tables, text_columns
from numscope.operations.lore.user_line import counted, of


def reasons(ending: Ending) -> Iterator[Reason | None]:
    """Yield why the data could not be taken."""
    yield _missing(ending)
    yield _one_axis(ending)
    yield _texts(ending)
    yield _other_columns(ending)
    yield _rare_class(ending)
    yield _few_points(ending)
    yield _no_change_of_sign(ending)
    yield _outside(ending)
    yield _probabilities(ending)
    yield _larger_than_population(ending)
    yield _continuous_classes(ending)
    yield _one_class(ending)
    yield _not_fitted(ending)
    yield _more_folds_than_samples(ending)
    yield _unseen(ending)
    yield _not_rising(ending)


def _missing(ending: Ending) -> Reason | None:
    if (
        "contains NaN" not in ending.text
        and "contains infinity" not in ending.text
        and "infs or NaNs" not in ending.text
    ):
        return None
    for one in ending.given:
        numbers = one.numbers if one.operand.is_array() else None
        if numbers is None or numbers.dtype.kind != "f" or np.isfinite(numbers).all():
            continue
        bad = ~np.isfinite(numbers)
        what = "NaN" if np.isnan(numbers).any() else "infinite"
        column = f"column {one.operand.name!r} of " if one.operand.name and one.operand.item else ""
        columns = (
            f", in column {', '.join(map(str, np.flatnonzero(bad.any(axis=0))[:5]))}"
            if numbers.ndim == 2
            else ""
        )
        rows = bad.any(axis=1) if numbers.ndim == 2 else bad
        name = one.name if one.written or not column else "the table"
        return Reason(
            f"{column}{name} is {what} in {of(int(bad.sum()), numbers.size, 'value')}{columns} (row "
            f"{np.flatnonzero(rows)[0]})",
            f"leave {_these(int(rows.sum()))} out, in the labels too, or fill them (`SimpleImputer`)",
        )
    return None


def _these(rows: int) -> str:
    return "this row" if rows == 1 else f"these {rows:,} rows"


def _one_axis(ending: Ending) -> Reason | None:
    flat = next((one for one in ending.arrays if len(one.shape) == 1), None)
    if not ending.text.startswith("Expected 2D array, got 1D array") or flat is None:
        return None
    return Reason(
        f"{flat.name} has the shape {flat.shape}; rows are samples and columns features, so two axes are needed",
        f"one feature of {flat.shape[0]} samples is `{flat.code}.reshape(-1, 1)`, one sample "
        f"`{flat.code}.reshape(1, -1)`",
    )


def _texts(ending: Ending) -> Reason | None:
    found = tables(ending)
    if not ending.text.startswith("could not convert string to float") or not found:
        return None
    columns = text_columns(found[0])
    if not columns:
        return None
    text = ending.text.partition(": ")[2].strip()
    named = " and ".join(map(repr, columns[:3]))
    return Reason(
        f"column {named} of {found[0].name} holds texts, such as {text}: the estimator takes numbers",
        f"make a column of 0 and 1 for each text (`OneHotEncoder`, `pd.get_dummies(..., "
        f"columns={columns[:3]})`), or leave it out",
    )


def _other_columns(ending: Ending) -> Reason | None:
    found = ending.numbers(r"X has (\d+) features?, but \w+ is expecting (\d+) features?")
    if found is None:
        return None
    given, fitted = found
    data = next((one for one in ending.given if one.operand.is_array() and not one.operand.item), None)
    name = data.name if data is not None and data.written else "what is given now"
    return Reason(
        f"{name} has {counted(given, 'column')}; the estimator was fitted with {fitted}",
        "prepare both with the same steps (a `Pipeline`), and look where a column was left out or added",
    )


def _rare_class(ending: Ending) -> Reason | None:
    if not ending.text.startswith("The least populated class"):
        return None
    classes = ending.text.rpartition("[")[2].rstrip("]. ") if "[" in ending.text else ""
    named = f" ({classes})" if classes else ""
    return Reason(
        f"a class{named} has one member only, and both parts of the split need one",
        "put rare classes together or leave them out, or split without `stratify`",
    )


def _few_points(ending: Ending) -> Reason | None:
    found = ending.numbers(r"number of func parameters=(\d+) must not exceed the number of data points=(\d+)")
    if found is None:
        return None
    return Reason(
        f"{counted(found[0], 'parameter')} can't be found from {counted(found[1], 'point')}",
        "take more points, fewer parameters, or a method that bounds them (`method='trf'`)",
    )


def _no_change_of_sign(ending: Ending) -> Reason | None:
    if not ending.text.startswith("f(a) and f(b) must have different signs"):
        return None
    low, high = ending.argument(1, "a"), ending.argument(2, "b")
    ends = (
        f" between {low.operand.literal} and {high.operand.literal}"
        if low is not None and high is not None
        else ""
    )
    return Reason(
        f"the function has the same sign at both ends{ends}: there may be no root between them, or two",
        "plot it, and choose ends where it is negative at one and positive at the other",
    )


def _outside(ending: Ending) -> Reason | None:
    found = re.search(
        r"A value \((\S+)\) in x_new is (above|below) the interpolation range's \w+ value \((\S+)\)",
        ending.text,
    )
    if found is None:
        return None
    value, side, end = found.groups()
    return Reason(
        f"{value} lies {side} the points that the curve goes through, which end at {end}",
        "keep within them (`np.clip`), or say what holds outside: `fill_value='extrapolate'`, or `bounds_error=False` "
        "for NaN",
    )


def _probabilities(ending: Ending) -> Reason | None:
    if "robabilities do not sum to 1" not in ending.text and "sum(pvals" not in ending.text:
        return None
    given = next((one for one in ending.arrays if _are_shares(one.numbers)), None)
    if given is None:
        return None
    return Reason(
        f"{given.name} sums to {float(given.numbers.sum()):.6g}, and probabilities sum to 1",
        f"divide by their sum if they are weights: `{given.code} / {given.code}.sum()`",
    )


def _are_shares(numbers: Any) -> bool:
    return numbers is not None and numbers.dtype.kind == "f" and numbers.ndim == 1


def _larger_than_population(ending: Ending) -> Reason | None:
    if not ending.text.startswith("Cannot take a larger sample than population"):
        return None
    population, size = ending.argument(0, "a"), ending.argument(1, "size")
    if population is None or size is None:
        return None
    there = population.operand.literal if population.length is None else population.length
    return Reason(
        f"{size.operand.literal} are to be drawn from {there}, none of them twice",
        "draw fewer, or allow what is drawn to be drawn again: `replace=True`",
    )


def _continuous_classes(ending: Ending) -> Reason | None:
    if not ending.text.startswith("Unknown label type"):
        return None
    labels = [one for one in ending.arrays if len(one.shape) == 1]
    name = labels[-1].name if labels else "the target"
    return Reason(
        f"{name} holds numbers of any size, and a classifier takes classes",
        "take a regressor, or make classes of them: `(y > 0.5).astype(int)`, `np.digitize`",
    )


def _one_class(ending: Ending) -> Reason | None:
    if "one class" not in ending.text:
        return None
    labels = [one for one in ending.arrays if len(one.shape) == 1 and one.length and one.numbers is not None]
    said = (
        f"all {labels[-1].shape[0]:,} labels are {labels[-1].numbers.flat[0]}"
        if labels
        else "all labels are equal"
    )
    return Reason(
        f"{said}: there is nothing to tell apart",
        "look how the labels were made, and how the data were split (`stratify=y` keeps both classes in each part)",
    )


def _not_fitted(ending: Ending) -> Reason | None:
    if ending.kind != "NotFittedError":
        return None
    return Reason(
        f"`{ending.called or 'it'}` is called before the estimator has seen data",
        "call `fit` first, on this very object: `clone`, `GridSearchCV` and `cross_val_score` fit copies",
    )


def _more_folds_than_samples(ending: Ending) -> Reason | None:
    found = ending.numbers(r"number of splits n_splits=(\d+) greater than the number of \D*(\d+)")
    if found is None:
        return None
    return Reason(
        f"{found[0]} folds are asked for, of {counted(found[1], 'sample')}",
        f"take at most {found[1]} folds, or more data",
    )


def _unseen(ending: Ending) -> Reason | None:
    found = re.search(
        r"(?:previously unseen labels:|Found unknown categories) \[?(?:np\.str_\()?(.*?)[\])]", ending.text
    )
    if found is None:
        return None
    return Reason(
        f"{found[1]} was not among the labels that it was fitted on",
        "fit on all labels there may be, or leave unknown ones out (`OneHotEncoder(handle_unknown='ignore')`)",
    )


def _not_rising(ending: Ending) -> Reason | None:
    if "strictly increasing" not in ending.text and "must be increasing" not in ending.text:
        return None
    x = next((one for one in ending.arrays if len(one.shape) == 1 and one.numbers is not None), None)
    falls = np.flatnonzero(np.diff(x.numbers) <= 0) if x is not None else np.array([], int)
    if x is None or not falls.size:
        return None
    place = int(falls[0])
    return Reason(
        f"{x.name} does not rise from [{place}] to [{place + 1}]: {x.numbers[place]}, {x.numbers[place + 1]}",
        f"order both by it: `order = np.argsort({x.code})`; of equal ones keep one",
    )
