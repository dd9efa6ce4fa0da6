"""Sums that a program looks at itself, step by step: that they change is what it wants to know."""

from __future__ import annotations

from typing import Any

from numscope.analysis.check_up.evidence import Call, Evidence

_TOTALLING = ("sum", "add.reduce", "trapezoid", "trapz", "mean")


def is_watched(evidence: Evidence, call: Call, ids: Any, count: int) -> bool:
    """Return whether the file of `call` sums arrays of `count` elements or more in half of its steps.

    ids: the operations of the steps.
    """
    totals = [other for other in evidence.named(*_TOTALLING) if other.file == call.file]
    rows = evidence.rows(
        """
        select count(distinct o.id) n from recorded_operations o join operand_layouts on operation = o.id
        where o.call in {calls} and role = 'input' and o.id between ? and ?
            and list_product(shape) >= ?
        """,
        totals,
        [int(ids[0]), int(ids[-1]) + 1000, float(count)],
    )
    return bool(rows) and int(rows[0]["n"]) >= len(ids) // 2
