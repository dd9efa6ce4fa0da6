"""The values of operands that a trace kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.errors import NumscopeError
from numscope.trace import Operand


def value_of(operand: Operand) -> Any:
    """Return the operand's value as an array or a number; None where it was not kept."""
    try:
        value = operand.value()
    except NumscopeError:
        return None
    if isinstance(value, np.ndarray):
        return value
    return value if isinstance(value, (int, float)) else None


def numbers_of(operand: Operand) -> Any:
    """Return the operand's value as an array of numbers; None where it was not kept, or holds anything else."""
    value = value_of(operand)
    array = None if value is None else np.asarray(value)
    return array if array is not None and array.dtype.kind in "fciub" else None
