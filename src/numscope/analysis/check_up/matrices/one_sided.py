"""The line that enters each pair of a matrix at one side of its diagonal only, so that it is not symmetric."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

# A matrix is computed of another one in so many operations, `np.diag(w.sum(axis=1)) - w`.
_MOST_OPERATIONS = 4
# Of all pairs so many may stand at both sides.
_BOTH = 0.1


def entered_at(evidence: Evidence, matrix: Operand, before: int) -> Call | None:
    """Return the line that writes single elements into the matrix, or one it is computed of, at one side only."""
    for _ in range(_MOST_OPERATIONS):
        values = numbers_of(matrix)
        if values is None:
            return None
        maker = evidence.maker(matrix, before)
        if maker is None:
            return None
        if maker.traits & Trait.WRITES_PART:
            return evidence.call_of(maker) if _is_one_sided(values) and _writes_one(maker) else None
        before = maker.id
        source = next((one for one in maker.inputs if _is_asymmetric(one, matrix.shape)), None)
        if source is None:
            return None
        matrix = source
    return None


def _is_asymmetric(operand: Operand, shape: tuple[int, ...] | None) -> bool:
    values = numbers_of(operand) if operand.is_array() and operand.shape == shape else None
    return values is not None and not np.array_equal(values, values.T)


def _is_one_sided(values: Any) -> bool:
    """Return whether of nearly all pairs one of both is 0 and the other not, at both sides of the diagonal."""
    entered = (values != 0) & ~np.eye(len(values), dtype=bool)
    both = (entered & entered.T).sum()
    return bool(both <= _BOTH * entered.sum() and np.triu(entered).any() and np.tril(entered).any())


def _writes_one(maker: Operation) -> bool:
    """Return whether one number is written, not a row or a block."""
    given = [one for one in maker.operands if one.role in ("input", "argument")]
    return bool(given) and not given[-1].shape
