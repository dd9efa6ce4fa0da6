"""Windows that are never full, or not all: the line that says how wide they are is to blame."""

from __future__ import annotations

from math import prod

from numscope.analysis.concepts.missing import nans_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.labels import MAKES_WINDOWS, WINDOWS
from numscope.operations.lore.user_line import of, verb
from numscope.trace import Operation, Trace

_MOST = 20
_ADVICE = "Say how many values a window needs at least: `min_periods=1`, or a wider window."


def windows(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the windows of `operation`, some of which hold too few values; None: its own does."""
    site, given = operation.user_site, [one for one in operation.inputs if one.is_array()]
    result = next((one for one in operation.outputs if one.is_array()), None)
    if operation.name.rpartition(".")[0] not in WINDOWS or site is None or not given or result is None:
        return None
    if any(map(nans_of, given)):
        return None  # a window that holds a missing value lacks it, however wide it is
    for made in reversed(own_before(trace, operation, MAKES_WINDOWS, _MOST)):
        if given[0].hash in {one.hash for one in made.inputs}:
            if made.user_site is None or made.user_site.place == site.place:
                return None
            few, whole = nans_of(result), prod(result.shape or ())
            hold = f"{of(few, whole, 'window')} {verb(few, 'holds', 'hold')}"
            ended = at_line_of(operation, made.user_site)
            said = f"{_call(made)}: {hold} fewer values than `min_periods` asks for{ended}"
            return Root(made.user_site, Cause(said, _ADVICE))
    return None


def _call(made: Operation) -> str:
    """Return the call with its arguments as they were: `rolling(window=5, closed='neither')`."""
    given = [one for one in made.arguments if one.kind in ("int", "string", "bool") and not one.is_array()]
    shown = ", ".join(f"{one.name}={one.literal!r}" if one.name else repr(one.literal) for one in given)
    return f"`{made.name.rpartition('.')[2]}({shown})`"
