"""Rows of one thing on both sides of a split: what is equal in them tells the answer of the tested ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WHOLE_GROUPS
from numscope.analysis.concepts.tables import Table, table_of

KIND = "data"
_LEAST_ROWS, _LEAST_GROUPS = 20, 5
# A group has so many rows on average, and so many columns that are equal in all of them.
_ROWS_EACH, _COLUMNS = 3, 2


def split_groups(evidence: Evidence) -> Iterator[Finding]:
    """Yield the splits of rows of which several have the same fractions in several columns, and the same answer."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["train_test_split"]):
        samples, answers = table_of(operation, 0), table_of(operation, 1)
        if call.id in found or samples is None or answers is None or samples.rows != answers.rows:
            continue
        if any(one.name == "shuffle" and one.literal is False for one in operation.operands):
            continue
        groups = _groups(samples, answers)
        if groups is not None:
            found.add(call.id)
            number, columns = groups
            said = (
                f"parts {samples.rows:,} rows at random, which are of {number:,} things alone: those of one have the "
                f"same {columns} columns and the same answer, and stand on both sides"
            )
            yield finding_of(KIND, call, operation.id, 1, said, WHOLE_GROUPS)


def _groups(samples: Table, answers: Table) -> tuple[int, int] | None:
    """Return how many groups the rows form, and by how many columns; None if they form none."""
    right = answers.columns(1)
    if samples.rows < _LEAST_ROWS or not right:
        return None
    parts: dict[bytes, list[Any]] = {}
    for column in samples.columns():
        if not np.isfinite(column).all() or (column == np.rint(column)).all():
            continue
        _, first, which = np.unique(column, return_index=True, return_inverse=True)
        # Groups are numbered by their first row, so that two columns of the same groups are equal.
        parts.setdefault(np.argsort(np.argsort(first))[which].tobytes(), []).append(which)
    for same in parts.values():
        which = same[0]
        number = int(which.max()) + 1
        if len(same) < _COLUMNS or not _LEAST_GROUPS <= number <= samples.rows / _ROWS_EACH:
            continue
        spread = [np.ptp(right[0][which == one]) for one in range(number)]
        if not np.any(spread):
            return number, len(same)
    return None
