"""Missing values of operands: NaN, and missing categories, which are none: -1 among the codes of categories."""

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


def nans_of(operand: Operand) -> int:
    """Return how many NaN the statistics of an operand count; 0 where there are none."""
    return 0 if operand.statistics is None else operand.statistics.nans
