"""The names of a trace's operations, and which of them a mistyped name probably means."""

from __future__ import annotations

from numscope.recording.patterns import nearest
from numscope.trace import Trace


def operation_names(trace: Trace) -> list[str]:
    """Return the names of all operations in the trace, sorted."""
    names = trace.ask("select distinct name from calls order by name")["name"].to_pylist()
    return [name for name in names if name]


def did_you_mean(trace: Trace, name: str) -> str:
    """Return a question that names the operations most like `name`, after a space; empty if none is."""
    near = nearest(name, operation_names(trace))
    return f" Did you mean {' or '.join(near)}?" if near else ""
