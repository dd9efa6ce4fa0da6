"""The nearest point of each of the points among themselves: each is the nearest to itself, at the distance 0."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SECOND_NEAREST
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_LEAST = 3
_SUMMARIES = (
    "mean",
    "sum",
    "median",
    "std",
    "max",
    "average",
    "quantile",
    "percentile",
    "histogram",
    "sort",
    "divide",
)


def own_neighbours(evidence: Evidence) -> Iterator[Finding]:
    """Yield searches in a tree of the same points, and least distances of a square table, that are all 0 and used."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ("query", "min", "amin")):
        distances = numbers_of(operation.outputs[0]) if operation.outputs else None
        if (
            call.id in found
            or distances is None
            or distances.ndim != 1
            or len(distances) < _LEAST
            or distances.any()
        ):
            continue
        of_a_table = last_name(operation) != "query"
        if (of_a_table and not _is_own_table(operation)) or (
            not of_a_table and not _is_own_search(operation)
        ):
            continue
        if any(last_name(reader) in _SUMMARIES for reader in evidence.readers(operation)):
            found.add(call.id)
            problem = f"each of the {len(distances):,} points is its own nearest, at the distance 0"
            yield finding_of(KIND, call, operation.id, 1, problem, SECOND_NEAREST)


def _is_own_search(operation: Operation) -> bool:
    """Return whether a search found each point at its own place."""
    places = numbers_of(operation.outputs[1]) if len(operation.outputs) == 2 else None
    return places is not None and places.ndim == 1 and bool((places == np.arange(len(places))).all())


def _is_own_table(operation: Operation) -> bool:
    table = numbers_of(operation.inputs[0]) if operation.inputs else None
    if table is None or table.ndim != 2 or table.shape[0] != table.shape[1] or table.dtype.kind != "f":
        return False
    return not np.diagonal(table).any() and bool(table.any()) and np.allclose(table, table.T)
