"""The numbers of an argument, however they were given: an array, a number, or a list in the call."""

from __future__ import annotations

import ast
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import operand_at
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation


def numbers_at(operation: Operation, position: int, name: str) -> Any:
    """Return the numbers of an argument by its place or its name; None if there is none, or it is no number."""
    given = operand_at(operation, position, name)
    if given is None:
        return None
    if given.kind in ("int", "float"):
        return np.asarray(given.literal)
    numbers = numbers_of(given) if given.kind in ("array", "scalar") else None
    return numbers if numbers is not None else _written(given.literal)


def _written(literal: object) -> Any:
    """Return the numbers of a list in the call: `[5, 95]`."""
    try:
        numbers = np.asarray(ast.literal_eval(literal)) if isinstance(literal, str) else None
    except (ValueError, SyntaxError):  # no numbers alone, or lists that are cut off
        return None
    return numbers if numbers is not None and numbers.dtype.kind in "fiu" else None
