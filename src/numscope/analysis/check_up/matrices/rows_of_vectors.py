"""Eigenvectors put in the order of their eigenvalues by rows, where each is a column."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import COLUMNS_IN_ORDER
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_DECOMPOSE = ("eigh", "eig", "linalg_eigh", "linalg_eig", "_linalg_eigh")
_TAKES = ("__getitem__", "take", "index", "index_select")
_LEAST = 3
_REVERSED = ("slice(None, None, -1)", slice(None, None, -1))


def rows_of_vectors(evidence: Evidence) -> Iterator[Finding]:
    """Yield what takes rows of the eigenvectors by the order of the eigenvalues, which orders their columns."""
    made = {
        one.outputs[1].hash: one
        for _, one in in_order(evidence, _DECOMPOSE)
        if len(one.outputs) == 2 and one.outputs[1].hash
    }
    found: set[int] = set()
    takes = in_order(evidence, _TAKES) if made else []
    reversed_ = {one.inputs[0].hash for _, one in takes if one.inputs and _is_reversed(one)}
    for call, operation in takes:
        decomposed = made.get(operation.inputs[0].hash or "") if operation.inputs else None
        if decomposed is None or call.id in found:
            continue
        values = numbers_of(decomposed.outputs[0])
        if values is None or values.ndim != 1 or len(values) < _LEAST or values.dtype.kind != "f":
            continue
        by_order = _is_by_order(operation, values)
        if by_order or (_is_reversed(operation) and decomposed.outputs[0].hash in reversed_):
            found.add(call.id)
            problem = (
                f"puts the rows of the {len(values):,} eigenvectors in the order of their eigenvalues: each vector is "
                f"a column of what `{last_name(decomposed)}` gives"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, COLUMNS_IN_ORDER)


def _is_reversed(operation: Operation) -> bool:
    """Return whether an operation reverses the first axis: `vectors[::-1]`."""
    key = operand_at(operation, 1, "key")
    return last_name(operation) == "__getitem__" and key is not None and key.literal in _REVERSED


def _is_by_order(operation: Operation, values: Any) -> bool:
    """Return whether an operation takes along the first axis what sorts the eigenvalues, all or the first of them."""
    rest = [one for one in operation.operands if one.role in ("input", "argument") and one.position != 0]
    if any(one.kind == "literal" for one in rest):  # several axes: `vectors[:, order]`
        return False
    axes = [one.literal for one in rest if one.name in ("axis", "dim") or isinstance(one.literal, int)]
    if any(axis != 0 for axis in axes) or (last_name(operation) == "take" and not axes):
        return False
    arrays = [numbers for one in rest if one.is_array() and (numbers := numbers_of(one)) is not None]
    if len(arrays) != 1 or arrays[0].ndim != 1 or arrays[0].dtype.kind not in "iu" or len(arrays[0]) < 2:
        return False
    order, sorted_ = arrays[0], np.argsort(values)
    whole = next((one for one in (sorted_, sorted_[::-1]) if np.array_equal(one[: len(order)], order)), None)
    return whole is not None and not np.array_equal(whole, np.arange(len(values)))
