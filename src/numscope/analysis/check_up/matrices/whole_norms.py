"""Rows divided by the norm of the whole table, and then multiplied with each other as if each were of length 1."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import NORM_OF_ROWS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "sample-axis"
_PRODUCTS = ("matmul", "dot", "mm")


def whole_norms(evidence: Evidence) -> Iterator[Finding]:
    """Yield norms of a whole table that divide it, where rows of the result are multiplied by each other."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["norm"]):
        table = operation.inputs[0] if operation.inputs else None
        if (
            call.id in found
            or table is None
            or len(table.shape or ()) != 2
            or operand_at(operation, 2, "axis")
        ):
            continue
        rows, width = table.shape or (0, 0)
        if rows < 3 or width < 2 or rows == width or (operation.outputs and operation.outputs[0].shape):
            continue
        if _is_compared(evidence, operation, rows):
            found.add(call.id)
            problem = (
                f"is one norm of the whole table: divided by it, the {rows:,} rows have lengths that add "
                "up to 1 by their "
                "squares, and products of them are no cosines"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, NORM_OF_ROWS)


def _is_compared(evidence: Evidence, norm: Operation, rows: int) -> bool:
    """Return whether rows of the table that the norm divides are multiplied by each other, all or one by all."""
    for divided in evidence.readers(norm):
        if last_name(divided) != "divide" or not divided.outputs:
            continue
        whole = numbers_of(divided.outputs[0])
        for reader in evidence.readers(divided):
            both = [numbers_of(one) for one in reader.inputs[:2]]
            if last_name(reader) not in _PRODUCTS or len(both) < 2 or whole is None or whole.ndim != 2:
                continue
            if both[0] is None or both[1] is None or not np.array_equal(both[0], whole):
                continue
            if any(
                np.array_equal(both[1], one) for one in (whole.T, *(whole[place] for place in range(rows)))
            ):
                return True
    return False
