"""The operations by which an optimiser changes weights: NaN that reach these end a training."""

from __future__ import annotations

from collections.abc import Iterable

from numscope.analysis.nan.operands import NonfiniteOperand
from numscope.operations.traits import Trait
from numscope.trace import Trace

# In the names of the operations that run in a layer or in a step: without any, 24 million others need no look.
_OPERATOR = "::"
_IN_STEPS = """
    select operation from modules
    where phase = 'optimizer' and module is null and operation in (select unnest(?::bigint[]))
"""


def weight_updates(trace: Trace, operands: Iterable[NonfiniteOperand]) -> frozenset[int]:
    """Return those operations of `operands` that write in place in an optimiser's step, outside all layers."""
    written = sorted(
        {
            one.operation
            for one in operands
            if one.after and one.traits & Trait.WRITES and _OPERATOR in one.name
        }
    )
    found = trace.ask(_IN_STEPS, [written])["operation"].to_pylist() if written else []
    return frozenset(found)
