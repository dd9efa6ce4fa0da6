"""`a[index] += x` with an index that names elements more than once: each is changed once only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import MOST_CALLS, Evidence, finding_of, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ADD_AT, added_at
from numscope.analysis.concepts.kept_values import value_of
from numscope.operations.traits import Trait
from numscope.trace import Operation

KIND = "lost-update"


def lost_updates(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that add to elements through an index with repetitions."""
    for call in evidence.calls.values():
        if not is_trait(call, Trait.WRITES_PART):
            continue
        node = sources.statement(call.text, call.line)
        adds = isinstance(node, ast.AugAssign) and isinstance(node.op, (ast.Add, ast.Sub))
        if not adds or not isinstance(getattr(node, "target", None), ast.Subscript):
            continue
        rows = evidence.rows("select id from recorded_operations where call in {calls} order by id", [call])
        for operation in evidence.fetch([row["id"] for row in rows[:MOST_CALLS]]):
            counted = _repetitions(operation)
            if counted is not None and counted[0] > counted[1]:
                given, different = counted
                problem = (
                    f"the index has {given:,} entries and names {different:,} elements: {given - different:,} of the "
                    "additions were lost, an element is changed once however often it is named"
                )
                written = added_at(call, node) if isinstance(node, ast.AugAssign) else ""
                yield finding_of(KIND, call, operation.id, len(rows), problem, ADD_AT, written=written)
                break


def _repetitions(operation: Operation) -> tuple[int, int] | None:
    """Return how many elements the index names, and how many different ones; None if it is no list of numbers."""
    index = [one for one in operation.operands if one.role in ("input", "argument", "mutated")][1:-1]
    parts = [_numbers(value_of(one)) for one in index if one.is_array() and one.position in (None, 1)]
    if not parts:
        literal = next((one.literal for one in index if one.kind == "literal" and one.position == 1), None)
        parts = [_numbers(_parsed(str(literal)))]
    if any(part is None for part in parts):
        return None
    try:
        together = np.stack([part.ravel() for part in np.broadcast_arrays(*parts)], axis=1)
    except ValueError:
        return None
    return len(together), len(np.unique(together, axis=0))


def _parsed(text: str) -> Any:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    return np.asarray(value) if isinstance(value, list) else None


def _numbers(value: Any) -> Any:
    """Return an index of whole numbers; None for masks and what is no array."""
    array = np.asarray(value) if value is not None else None
    return array if array is not None and array.dtype.kind in "iu" and array.size > 1 else None
