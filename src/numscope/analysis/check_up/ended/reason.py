"""Why a program ended, by the first family of mistakes that knows."""

from __future__ import annotations

from numscope.analysis.check_up.ended import (
    backward,
    element_types,
    emptied,
    estimators,
    indexing,
    labels,
    layers,
    lengths,
    matrices,
    texts,
)
from numscope.analysis.check_up.ended.ending import Ending, Reason

_FAMILIES = (emptied, indexing, lengths, layers, texts, element_types, matrices, labels, estimators, backward)


def reason_of(ending: Ending) -> Reason | None:
    """Return why the program ended, in the user's names; None where no more is known than the exception says."""
    found = (reason for family in _FAMILIES for reason in family.reasons(ending))
    return next((reason for reason in found if reason is not None), None)
