"""Missing values that a program fills with a number far from all others, which a scaler or a linear fit then takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.literals import written_at
from numscope.analysis.check_up.tables.sentinels import LEARNING, PARTS_THEM, stands_apart
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "sentinel"
_FILLS = ("fillna", "nan_to_num")
# A column of its own that says which were missing lets a fit take any number for them.
_ASKS = ("isna", "isnull", "notna", "notnull", "isnan")
_LEAST = 2
# What a pipeline has learnt tells its steps: a mean and a scale, or a coefficient a column, and no tree or imputer.
_LINEAR = re.compile(r"(scale_|coef_|components_)$")
_OTHER = re.compile(r"(statistics_|estimators_|tree_|feature_importances_|indicator_)$")
_FIX = "fill with the median of what is known, `fillna(train.median())`, or leave these rows out: `dropna()`"


@dataclass(frozen=True)
class _Filled:
    call: Call
    operation: int
    column: str
    mark: float
    times: int
    known: Any
    before: str | None  # what it was, by content


def marks_filled_in(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that fill missing values with a number which a later fit takes for a measured one."""
    filled = {
        content: one
        for call, operation in in_order(evidence, _FILLS)
        for content, one in _marked(call, operation)
    }
    if not filled:
        return
    asked = {one.hash for _, operation in in_order(evidence, _ASKS) for one in operation.inputs}
    found: set[int] = set()
    for fit, operation in in_order(evidence, LEARNING):
        for operand in operation.inputs:
            one = filled.get(operand.hash or "")
            if one is None or one.call.id in found or one.operation > operation.id:
                continue
            if one.before in asked or not _takes_it(fit, operation):
                continue
            found.add(one.call.id)
            yield _finding(evidence, one, fit, operation)


def _finding(evidence: Evidence, one: _Filled, fit: Call, operation: Operation) -> Finding:
    mark = f"{one.mark:g}"
    problem = (
        f"{one.times:,} missing values of {one.column} are filled with {mark}, far from all others "
        f"({one.known.min():.6g} to {one.known.max():.6g}), and {last_name(operation)} at line {fit.line} takes them: "
        f"the spread becomes {_spread(one):.4g}, of what is known it is {one.known.std():.4g}"
    )
    file, line = written_at(evidence, one.call, one.mark) or (one.call.file, one.call.line)
    place = replace(one.call, file=file, line=line)
    return finding_of(KIND, place, one.operation, 1, problem, _FIX)


def _spread(one: _Filled) -> float:
    return float(np.append(one.known, np.full(one.times, one.mark)).std())


def _marked(call: Call, operation: Operation) -> Iterator[tuple[str, _Filled]]:
    """Yield the columns whose missing values an operation fills with one far number, by their content."""
    given = {one.name: one for one in operation.inputs if one.kind == "array"}
    for made in operation.outputs:
        before = given.get(made.name)
        if before is None or made.hash is None or before.shape != made.shape or before.hash == made.hash:
            continue
        filled = _fills(before, made)
        if filled is not None:
            mark, times, known = filled
            name = f"`{made.name}`" if made.name not in (None, "values") else "a column"
            yield made.hash, _Filled(call, operation.id, name, mark, times, known, before.hash)


def _fills(before: Operand, made: Operand) -> tuple[float, int, Any] | None:
    """Return (the number, how often it was filled in, the known numbers); None if it is not far from these."""
    one, other = numbers_of(before), numbers_of(made)
    if one is None or other is None or one.dtype.kind != "f" or one.ndim != 1:
        return None
    missing = np.isnan(one)
    known, marks = other[~missing], np.unique(other[missing])
    if missing.sum() < _LEAST or len(marks) != 1 or not np.isfinite(other).all():
        return None
    mark = float(marks[0])
    return (mark, int(missing.sum()), known) if stands_apart(known, mark, other.size) else None


def _takes_it(fit: Call, operation: Operation) -> bool:
    """Return whether a fit takes numbers by their size, as scalers and linear models do."""
    if last_name(operation) not in ("fit", "fit_transform", "fit_predict"):
        return False
    if not PARTS_THEM.search(fit.full_name):
        return True
    names = [one.name or "" for one in operation.operands if one.role == "output"]
    return "Pipeline" in fit.full_name and (
        any(map(_LINEAR.search, names)) and not any(map(_OTHER.search, names))
    )
