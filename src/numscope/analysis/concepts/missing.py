"""Missing values of categories, which are no NaN: -1 among the codes that stand for categories."""

from __future__ import annotations

import numpy as np

from numscope.errors import NumscopeError
from numscope.trace import Operand

_CODES = "codes"  # as probes call this part of an object


def missing_codes(operand: Operand) -> int:
    """Return how many categories are missing in an operand; at least 1 if it is not known, 0 if it holds no codes."""
    if operand.name != _CODES or not operand.item or operand.statistics is None:
        return 0
    if operand.statistics.minimum != -1:
        return 0
    try:
        return int(np.count_nonzero(np.asarray(operand.value()) == -1))
    except NumscopeError:
        return 1
