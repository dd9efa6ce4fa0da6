"""Steps that a rewritten program takes in another order: the mean of logarithms for the logarithm of the mean."""

from __future__ import annotations

import re

from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace

_MOST_LOOKED_AT = 200
# `x / y`, `np.divide` and `np.true_divide` are one step.
_SAME = {"truediv": "divide", "true_divide": "divide", "mul": "multiply", "sub": "subtract", "pow": "power"}


def later_step(found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that does later what the first did before all else.

    None unless the first program does later, with a value that the second lacks, what the second does first.
    """
    before, after = (
        trace.operations.fetch(list(side.way[:_MOST_LOOKED_AT]))
        for trace, side in zip((first, second), found.sides, strict=True)
    )
    if not before or not after or _step(before[0]) == _step(after[0]):
        return None
    starts = set(found.sides[0].origins)
    if not any(_step(one) == _step(after[0]) and one.id not in starts for one in before):
        return None
    late = next((one for one in after[1:] if _step(one) == _step(before[0])), None)
    site, old = (late.user_site, before[0].user_site) if late is not None else (None, None)
    if site is None or old is None:
        return None
    return SourceChange(None, None, site.file, site.line, (old.source.strip(), site.source.strip()))


def _step(operation: Operation) -> str:
    """Return the name of what an operation does, whether as a function, a method or an operator."""
    name = re.split(r"[.:]+", operation.name)[-1].strip("_")
    return _SAME.get(name, name)
