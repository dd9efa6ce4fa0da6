"""Nearest labels that lie far away: what is asked for lies beyond the last one, as 283° does for -77°."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITHIN_THE_LABELS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "position"
_NEAREST, _VALUES = "nearest", "values"
_AROUND = 360.0
# Beyond the last label by more than so many steps.
_STEPS = 2.0


def far_neighbours(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take the nearest label for one that lies far beyond all of them."""
    found = evidence.with_operand(evidence.named("sel", "reindex"), "name = 'method'")
    yield from first_faults(evidence, KIND, found, _problem, WITHIN_THE_LABELS)


def _problem(operation: Operation) -> str | None:
    given = _by_name(operation)
    if given.get("method") is None or given["method"].literal != _NEAREST or "tolerance" in given:
        return None
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
