"""Relative changes that are added up, where they have to be multiplied: of +50 % and -50 % three quarters are left."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import COMPOUND
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.producers import maker_of
from numscope.trace import Operand, Operation

KIND = "meaning"
_ADDS_UP = ("cumsum", "sum", "nansum", "nancumsum")
_CHANGES = ("pct_change",)
# What is done to changes before they are added up.
_PASSES_ON = (
    "dropna",
    "fillna",
    "__getitem__",
    "iloc.__getitem__",
    "loc.__getitem__",
    "copy",
    "astype",
    "to_numpy",
)
_ADDS = ("__add__", "__radd__", "add")
_STEPS = 3
_LEAST_APART = 0.05


def summed_returns(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that add up relative changes, to whose sum the program then adds 1 as to one change."""
    if not evidence.named(*_CHANGES):
        return
    told: set[tuple[str, int]] = set()
    for call, ids in evidence.operations(evidence.named(*_ADDS_UP)):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            columns = [one for one in operation.inputs if one.kind == "array" and one.hash is not None]
            if (
                (call.file, call.line) in told
                or not columns
                or not _is_change(evidence, columns[-1], operation)
            ):
                continue
            apart = _apart(columns)
            if apart is None or not _adds_one(evidence, operation):
                continue
            told.add((call.file, call.line))
            count, added, multiplied = apart
            problem = (
                f"adds up {count:,} relative changes to {added:.4g}, and 1 + that is taken for the growth: one after "
                f"the other they multiply, to {multiplied:.4g}"
            )
            yield finding_of(KIND, call, operation.id, len(ids), problem, COMPOUND)


def _is_change(evidence: Evidence, operand: Operand, before: Operation) -> bool:
    """Return whether an array holds relative changes, as they were computed or with rows left out."""
    for _ in range(_STEPS):
        maker = maker_of(evidence.trace, operand, before)
        if maker is None:
            return False
        name = _short(maker)
        if name in _CHANGES:
            return True
        given = [one for one in maker.inputs if one.kind == "array" and one.hash is not None]
        if name not in _PASSES_ON or not given:
            return False
        operand, before = given[-1], maker
    return False


def _short(operation: Operation) -> str:
    """Return a method's name without its class: `iloc.__getitem__` of a table's."""
    return operation.name.rpartition("DataFrame.")[2].rpartition("Series.")[2]


def _apart(columns: list[Operand]) -> tuple[int, float, float] | None:
    """Return how many changes there are, their sum, and what they make together, where both differ most."""
    found = []
    for one in columns:
        changes = numbers_of(one)
        if changes is None or changes.ndim != 1 or changes.size < 2 or not np.isfinite(changes).all():
            continue
        added, multiplied = float(changes.sum()), float(np.prod(1 + changes) - 1)
        found.append((abs(added - multiplied), changes.size, added, multiplied))
    most = max(found, default=None)
    if most is None or most[0] < _LEAST_APART * (1 + abs(most[3])):
        return None
    return most[1:]


def _adds_one(evidence: Evidence, operation: Operation) -> bool:
    """Return whether 1 is added to the sum, or to a part of it, in the next few steps."""
    wave = [operation]
    for _ in range(_STEPS):
        wave = [later for one in wave for later in evidence.readers(one)]
        if any(_short(one).rpartition(".")[2] in _ADDS and _has_one(one) for one in wave):
            return True
    return False


def _has_one(operation: Operation) -> bool:
    return any(one.literal == 1 and one.kind in ("int", "float") for one in operation.operands)
