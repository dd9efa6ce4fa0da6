"""How many threads the recorded processes computed with."""

from __future__ import annotations

from typing import Any

from numscope.analysis.diff.run_environment import read_environment
from numscope.trace import Trace

# OpenBLAS has room for a few hundred threads at most; a damaged trace may name any number.
_MOST_THREADS = 1024
_MOST_STATES = 4


def recorded_threads(trace: Trace) -> list[dict[str, int]]:
    """Return the numbers of threads by library, as the processes of `trace` ended and as they began; no state twice."""
    rows = trace.ask("select environment from processes order by id")["environment"].to_pylist()
    environments = [read_environment(text) for text in rows]
    ends = [_counts(environment.get("threads")) for environment in environments]
    begins = [_counts(_part(environment, "surroundings").get("threads")) for environment in environments]
    states: list[dict[str, int]] = []
    for counts in (*ends, *begins):
        # Libraries that were loaded in between make no other state of those that were there.
        if not any(counts.items() <= known.items() for known in states):
            states.append(counts)
    return [counts for counts in states if counts][:_MOST_STATES]


def _part(value: dict[str, Any], name: str) -> dict[str, Any]:
    part = value.get(name)
    return part if isinstance(part, dict) else {}


def _counts(value: Any) -> dict[str, int]:
    if not isinstance(value, dict):
        return {}
    return {name: count for name, count in value.items() if type(count) is int and 0 < count <= _MOST_THREADS}
