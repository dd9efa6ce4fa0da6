"""The step that an operation is, by whatever name a program calls it."""

from __future__ import annotations

import re

# `x / y`, `np.divide` and `np.true_divide` are one step.
_SAME = {"truediv": "divide", "true_divide": "divide", "mul": "multiply", "sub": "subtract", "pow": "power"}


def step_of(operation: str) -> str:
    """Return the name of what an operation does, whether as a function, a method or an operator."""
    name = re.split(r"[.:]+", operation)[-1].strip("_")
    return _SAME.get(name, name)
