"""Which switches of libraries the recorded processes computed with."""

from __future__ import annotations

from typing import Any

from numscope.analysis.diff.run_environment import read_environment
from numscope.recording.library_settings import Value
from numscope.trace import Trace

_MOST_STATES = 4
_LONGEST = 40

State = dict[str, dict[str, Value]]


def recorded_settings(trace: Trace) -> list[State]:
    """Return the switches by library, as the processes of `trace` ended and as they began; no state twice."""
    rows = trace.ask("select environment from processes order by id")["environment"].to_pylist()
    environments = [read_environment(text) for text in rows]
    states: list[State] = []
    for name in ("settings", "began_with"):
        for environment in environments:
            state = _state(environment.get(name))
            if state and state not in states:
                states.append(state)
    return states[:_MOST_STATES]


def _state(value: Any) -> State:
    """Return the switches of a text that may be damaged."""
    if not isinstance(value, dict):
        return {}
    found = {
        library: {name: one for name, one in switches.items() if _is_value(one)}
        for library, switches in value.items()
        if isinstance(switches, dict)
    }
    return {library: switches for library, switches in found.items() if switches}


def _is_value(value: Any) -> bool:
    return isinstance(value, (bool, int)) or (isinstance(value, str) and len(value) <= _LONGEST)
