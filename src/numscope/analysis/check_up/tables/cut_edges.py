"""Classes whose first edge is the smallest value: an interval is open on one side, and leaves what lies on it out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WITH_THE_LOWEST
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "sum"
# What is left out on purpose, such as days without rain, is more.
_MOST_LEFT_OUT = 0.05


def cut_edges(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that part values into classes from the smallest to the largest, and leave some out."""
    found = evidence.operations(evidence.named("cut"), "role = 'input' and kind = 'array'")
    yield from first_faults(evidence, KIND, found, _problem, WITH_THE_LOWEST)


def _problem(operation: Operation) -> str | None:
    values = next((numbers_of(one) for one in operation.inputs if one.position == 0 and one.is_array()), None)
    codes = next((numbers_of(one) for one in operation.outputs if one.is_array()), None)
    edges = _edges(operation)
    if (
        values is None
        or codes is None
        or edges is None
        or values.shape != codes.shape
        or codes.dtype.kind != "i"
    ):
        return None
    known = np.isfinite(values.astype(float))
    if not known.any() or values[known].min() != edges[0] or values[known].max() > edges[-1]:
        closed_left = operand_at(operation, 2, "right")
        if closed_left is None or not known.any() or values[known].max() != edges[-1]:
            return None
    out = known & (codes == -1)
    on_edge = out & np.isin(values, edges[[0, -1]])
    if not on_edge.any() or (on_edge != out).any() or on_edge.mean() > _MOST_LEFT_OUT:
        return None
    return (
        f"leaves out {int(on_edge.sum()):,} of {int(known.sum()):,} values, those that are {values[on_edge][0]:g}: the "
        f"edges go from {edges[0]:g} to {edges[-1]:g}, as the values do, and the classes are open on one side"
    )


def _edges(operation: Operation) -> Any:
    for one in operation.operands:
        if one.position == 1 or one.name == "bins":
            if one.is_array():
                return numbers_of(one)
            try:
                edges = np.array(ast.literal_eval(str(one.literal)), float) if one.kind == "literal" else None
            except (ValueError, SyntaxError, TypeError):
                return None
            return edges if edges is not None and edges.ndim == 1 and len(edges) > 1 else None
    return None
