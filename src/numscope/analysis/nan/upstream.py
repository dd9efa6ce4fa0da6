"""The operations that an operation's inputs came from, a few steps back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from numscope.analysis.nan.producers import maker_of
from numscope.trace import Operand, Operation, Trace

_DEEPEST = 3
_MOST = 40


def upstream(
    trace: Trace, operation: Operation, follows: Callable[[Operand], bool], deepest: int = _DEEPEST
) -> Iterator[tuple[Operation, Operand]]:
    """Yield what made the inputs of `operation` and theirs, nearest first, each with the result that flowed on.

    follows: which of their inputs to look for the makers of; each takes a query. Of `operation` all are.
    """
    wave, seen = [operation], {operation.id}
    for _ in range(deepest):
        further = []
        for current in wave:
            for operand in current.inputs:
                if current is not operation and not follows(operand):
                    continue
                maker = maker_of(trace, operand, current) if len(seen) < _MOST else None
                if maker is not None and maker.id not in seen:
                    seen.add(maker.id)
                    further.append(maker)
                    yield maker, operand
        wave = further
