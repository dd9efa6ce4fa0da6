"""Where a program asks for missing values and passes the numbers that stand for them, such as -999."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, in_order
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand

_ASKS = ("isna", "isnull", "notna", "notnull", "isnan", "isfinite", "dropna")


def asked_in_vain(evidence: Evidence, column: Operand, mark: float, before: int) -> Call | None:
    """Return the last line that looks for missing values in `column`, a mark among them, before it is computed with.

    before: the operation that takes the mark as a number.
    """
    numbers = numbers_of(column)
    found: Call | None = None
    for call, operation in in_order(evidence, _ASKS) if numbers is not None else ():
        if operation.id < before and any(_held(one, numbers, mark) for one in operation.inputs):
            found = call
    return found


def _held(asked: Operand, numbers: Any, mark: float) -> bool:
    """Return whether an operand holds a mark, and all these numbers: rows may have been left out since."""
    known = asked.statistics
    if not asked.is_array() or known is None or mark not in (known.minimum, known.maximum):
        return False
    looked = numbers_of(asked)
    return looked is not None and looked.size >= numbers.size and bool(np.isin(numbers, looked).all())
