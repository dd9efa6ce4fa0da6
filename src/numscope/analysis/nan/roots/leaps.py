"""Trainings that overflow within a few steps: losses of 1.1, 319 and 3.4e13, and then infinity."""

from __future__ import annotations

from itertools import pairwise

from numscope.analysis.nan.roots.growth import sizes_of_steps
from numscope.trace import Operation, Trace

# Each step is many times the one before, which no batch of other data does twice in turn.
_FEWEST = 3
_MOST = 6
_LEAP = 100.0
# Features of this size leave a usual rate stable; of larger ones the same steps are too large, and the data at fault.
_ORDINARY = 10.0
_FIRST_FORWARD = "select min(operation) as first from modules where phase = 'forward' and module is not null"


def leap(trace: Trace, operation: Operation) -> float | None:
    """Return by which factor the results of the call grew in each of the few steps of a training before it overflowed.

    None if there were more steps, or if the model was given large numbers.
    """
    sizes = sizes_of_steps(trace, operation)
    if not _FEWEST <= len(sizes) < _MOST or not sizes[0] > 0:
        return None
    if any(late <= _LEAP * early for early, late in pairwise(sizes)):
        return None
    return float((sizes[-1] / sizes[0]) ** (1 / (len(sizes) - 1))) if _starts_usual(trace) else None


def _starts_usual(trace: Trace) -> bool:
    """Return whether the first layer of a model was first given numbers that are not large."""
    first = trace.ask(_FIRST_FORWARD)["first"].to_pylist()[0]
    known = None if first is None else trace.operations[first].inputs[0].statistics
    return known is not None and max(abs(known.minimum), abs(known.maximum)) <= _ORDINARY
