"""Nearest labels that lie far away: what is asked for lies beyond the last one, as 283° does for -77°."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITHIN_THE_LABELS
from numscope.analysis.concepts.kept_values import numbers_of, value_of
from numscope.trace import Operand, Operation

KIND = "position"
_NEAREST, _VALUES, _INDEX = "nearest", "values", "index"
_AROUND = 360.0
# Beyond the last label by more than so many steps.
_STEPS = 2.0
# A table ends before another if a part of the rows of that lies so many of its longest steps after its last one.
_LONG, _LEAST_SHARE, _LEAST_ROWS = 10.0, 0.05, 20


def far_neighbours(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take the nearest label for one that lies far beyond all of them."""
    found = evidence.with_operand(evidence.named("sel", "reindex"), "name = 'method'")
    yield from first_faults(evidence, KIND, found, _problem, WITHIN_THE_LABELS)
    merges = evidence.operations(evidence.named("merge_asof"))
    yield from first_faults(evidence, KIND, merges, _long_past, WITHIN_THE_LABELS)


def _problem(operation: Operation) -> str | None:
    given = _by_name(operation)
    if given.get("method") is None or given["method"].literal != _NEAREST or "tolerance" in given:
        return None
    if operation.name.endswith(".reindex") and (said := _beyond_index(operation)) is not None:
        return said
    for one in operation.operands:
        asked = (
            given.get(one.name)
            if one.position == 0 and one.role == "argument" and one.kind == "array"
            else None
        )
        labels = numbers_of(one) if asked is not None else None
        wanted = _numbers(asked) if asked is not None and labels is not None else None
        if labels is None or wanted is None or labels.ndim != 1 or len(labels) < 2 or not wanted.size:
            continue
        step = float(np.abs(np.diff(np.sort(labels))).max())
        beyond = np.maximum(labels.min() - wanted, wanted - labels.max())
        worst = int(np.argmax(beyond))
        if beyond[worst] <= _STEPS * step:
            continue
        asked_for = float(wanted[worst])
        nearest = float(labels[np.abs(labels - asked_for).argmin()])
        said = (
            f"takes {nearest:g} for {asked_for:g}, as the nearest of {len(labels):,} labels of `{one.name}` from "
            f"{labels.min():g} to {labels.max():g}"
        )
        turned = [
            asked_for + turn
            for turn in (_AROUND, -_AROUND)
            if labels.min() - step <= asked_for + turn <= labels.max() + step
        ]
        return f"{said}: {asked_for:g}° is {turned[0]:g}° there" if turned else said
    return None


def _long_past(operation: Operation) -> str | None:
    """Return that rows are given the last row of another table, long after it ended."""
    given = {one.name: one for one in operation.operands if one.position is None}
    if "tolerance" in given or ("direction" in given and given["direction"].literal != "backward"):
        return None
    names = [given[one].literal for one in ("on", "left_on", "right_on") if one in given]
    ours, theirs = (
        next((_ticks(one) for one in operation.inputs if one.position == place and one.name in names), None)
        for place in (0, 1)
    )
    if ours is None or theirs is None or len(theirs) < _LEAST_ROWS or not ours.size:
        return None
    past = ours - theirs.max() > _LONG * np.diff(np.sort(theirs)).max()
    if past.mean() < _LEAST_SHARE:
        return None
    return (
        f"gives the last of {len(theirs):,} rows to {int(past.sum()):,} of {len(ours):,}, which come more than "
        f"{_LONG:g} of its longest steps after it: the other table ends before"
    )


def _beyond_index(operation: Operation) -> str | None:
    """Return that new labels lie far beyond those of a column, whose last number they are given."""
    labels, wanted = (
        next(
            (
                _ticks(one)
                for one in operation.operands
                if one.name == _INDEX and one.position == place and one.is_array()
            ),
            None,
        )
        for place in (0, 1)
    )
    if labels is None or wanted is None or len(labels) < 2 or not wanted.size:
        return None
    step = float(np.abs(np.diff(np.sort(labels))).max())
    far = np.maximum(labels.min() - wanted, wanted - labels.max()) > _STEPS * step
    if not far.any():
        return None
    return (
        f"takes the first or the last of {len(labels):,} rows for {int(far.sum()):,} of {len(wanted):,} labels, which "
        f"lie more than {_STEPS:g} of its longest steps beyond"
    )


def _ticks(operand: Operand) -> Any:
    """Return labels as numbers; None of texts."""
    value = value_of(operand)
    array = None if value is None else np.asarray(value)
    return array.astype(np.int64).astype(float) if array is not None and array.dtype.kind in "miMu" else None


def _by_name(operation: Operation) -> dict[str | None, Operand]:
    """Return what was given by name; of an object with labels its values."""
    found: dict[str | None, Operand] = {}
    name = None
    for one in operation.operands:
        if one.role in ("input", "argument") and one.position is None:
            name = one.name if one.kind == "object" else name
            found[name if one.name == _VALUES else one.name] = one
    return found


def _numbers(operand: Operand) -> Any:
    """Return what was asked for, as numbers."""
    if operand.kind in ("int", "float"):
        return np.array([float(operand.literal)])  # type: ignore[arg-type]
    numbers = numbers_of(operand)
    return None if numbers is None else np.atleast_1d(numbers).ravel().astype(float)
