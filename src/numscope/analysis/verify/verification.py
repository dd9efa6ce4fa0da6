"""`numscope verify`: whether a trace can be read to its end, and who recorded it."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.errors import TraceError
from numscope.trace import Trace
from numscope.trace.values import ValueNotKeptError

_MOST_PROBLEMS = 20


@dataclass(frozen=True)
class Verification:
    """What was found. own: this user recorded the trace on this host; problems: what of it can't be read.

    operations, values: how many there are, each of which was read.
    """

    own: bool
    operations: int
    values: int
    problems: tuple[str, ...]

    @property
    def whole(self) -> bool:
        """Return whether all of the trace can be read."""
        return not self.problems


def verify(trace: Trace) -> Verification:
    """Read all of `trace`, its cells and its kept values."""
    problems = [*trace.problems, *trace.wrong_cells()]
    values = 0
    if not problems:
        names = list(trace.values)
        trace.values.find(names)
        for name in names:
            values += 1
            try:
                trace.values[name]
            except (TraceError, ValueNotKeptError) as error:
                problems.append(str(error))
            if len(problems) >= _MOST_PROBLEMS:
                break
    return Verification(trace.own, len(trace), values, tuple(problems[:_MOST_PROBLEMS]))
