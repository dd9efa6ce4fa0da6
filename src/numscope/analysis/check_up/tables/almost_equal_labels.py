"""Arrays that are matched by labels which are almost those of the other: what does not match is left out unseen.

Two kinds are looked for: labels that differ by rounding alone, and labels of the same steps that are shifted. A third
one is a difference between neighbours, `a[1:] - a[:-1]`, which by labels subtracts each number from itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SAME_LABELS
from numscope.analysis.check_up.tables.alignment import ARITHMETIC, TABLES
from numscope.analysis.concepts.kept_values import numbers_of, value_of
from numscope.trace import Operand, Operation

KIND = "alignment"
_VALUES = "values"
_DIFFERENCES = ("subtract", "sub", "__sub__")
_LEAST = 4
# Fewer than this share of the labels in the range of both are the same.
_MATCHING = 0.5
# Labels are the same but for rounding if they are closer than this share of a step.
_ROUNDED = 1e-3
# Steps of months are as good as equal.
_EQUAL_STEPS = 1.2


def almost_equal_labels(evidence: Evidence) -> Iterator[Finding]:
    """Yield arithmetic that leaves out what has almost the same label on the other side."""
    found = evidence.operations(evidence.named(*ARITHMETIC, "where"), TABLES)
    yield from first_faults(evidence, KIND, found, _problem, SAME_LABELS)


def _problem(operation: Operation) -> str | None:
    first, second = (_labels(operation, place) for place in (0, 1))
    for name in sorted(first.keys() & second.keys()):
        one, other = first[name], second[name]
        made = _length(operation, name, len(one))
        if made is None or made >= min(len(one), len(other)):
            continue
        said = _unlike(one, other)
        if said is not None:
            return f"of {len(one):,} and {len(other):,} labels of `{name}` {made:,} are the same: {said}"
        if _is_of_itself(operation):
            return (
                f"matches by `{name}`: of {len(one):,} and {len(other):,} labels {made:,} are in both, and there each "
                "number is subtracted from itself, so that all are 0"
            )
    return None


def _labels(operation: Operation, place: int) -> dict[str, Any]:
    """Return the labels along each axis of what was given at a place, as numbers."""
    found = {}
    for one in operation.operands:
        axis = one.kind == "array" and one.role == "argument" and one.position == place
        values = value_of(one) if axis and one.name and len(one.shape or ()) == 1 else None
        if values is None:
            continue
        array = np.asarray(values)
        if array.dtype.kind in "mM":
            found[str(one.name)] = array.astype(
                "datetime64[ns]" if array.dtype.kind == "M" else array.dtype
            ).astype(float)
        elif array.dtype.kind in "fiu":
            found[str(one.name)] = array.astype(float)
    return found


def _length(operation: Operation, name: str, labels: int) -> int | None:
    """Return how long the result is along an axis of so many labels: as its probe says, or as its arrays are."""
    for one in operation.outputs:
        for axis in str(one.attributes.get("dimensions", "")).split(",") if one.kind == "object" else ():
            label, _, length = axis.partition(":")
            if label.strip() == name and length.strip().isdigit():
                return int(length)
    made = {one.name: one.shape or () for one in operation.outputs if one.is_array() and one.name != _VALUES}
    for one in operation.inputs:
        shape = one.shape or ()
        if (
            one.position == 0
            and one.name in made
            and shape.count(labels) == 1
            and len(made[one.name]) == len(shape)
        ):
            return made[one.name][shape.index(labels)]
    return None


def _unlike(first: Any, second: Any) -> str | None:
    """Return how the labels miss each other; None if enough of them are the same, or none have to be."""
    low, high = max(first.min(), second.min()), min(first.max(), second.max())
    steps = [np.diff(np.sort(one)) for one in (first, second)]
    if min(len(first), len(second)) < _LEAST or any(one.min() <= 0 for one in steps):
        return None
    step = float(min(np.median(one) for one in steps))
    low, high = low - step / 2, high + step / 2
    ours = [one[(one >= low) & (one <= high)] for one in (first, second)]
    same, fewest = len(np.intersect1d(*ours)), min(map(len, ours))
    if fewest < _LEAST or same == fewest:
        return None
    distances = np.abs(ours[0][:, None] - ours[1][None, :]).min(axis=1)
    near = distances[(distances > 0) & (distances <= _ROUNDED * step)]
    if near.size:
        worst = near.max() / step
        return f"{near.size:,} others differ by rounding alone, by {worst:.1g} of a step at most, and are left out"
    if same >= _MATCHING * fewest:
        return None
    regular = all(one.max() <= _EQUAL_STEPS * one.min() for one in steps)
    alike = max(np.median(one) for one in steps) <= _EQUAL_STEPS * step
    if regular and alike and abs(len(ours[0]) - len(ours[1])) <= 1:
        return (
            f"the others are shifted by up to {float(distances.max() / step):.2g} of a step, and are left out"
        )
    return None


def _is_of_itself(operation: Operation) -> bool:
    """Return whether a difference is 0 throughout though the numbers, place by place, differ."""
    if operation.name.rpartition(".")[2] not in _DIFFERENCES:
        return False
    made = next((_numbers(one) for one in operation.outputs if one.name == _VALUES), None)
    given = [_numbers(one) for one in operation.inputs if one.name == _VALUES]
    if made is None or len(given) != 2 or any(one is None for one in given) or made.size < _LEAST:
        return False
    first, second = given
    return (
        bool((made == 0).all()) and first.shape == second.shape and bool((first != second).mean() > _MATCHING)
    )


def _numbers(operand: Operand) -> Any:
    return numbers_of(operand)
