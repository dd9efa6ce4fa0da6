"""The program's line for which a thread of a library computes: that of the call that waits, or what it is to compute.

Dask's arrays are written in one line, and computed by threads while another waits in `compute()`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from numscope.operations.lore.formulas import function_name
from numscope.trace import Operation, Site, Trace
from numscope.user_code import is_user_file

_WAITING = """
    select id from operations where process = ? and thread <> ? and depth = 0 and not in_library
        and time_ns <= ? and time_ns + duration_ns >= ? order by id desc limit 1
"""
_WRITTEN = """
    select name, min(id) id, user_file, user_line from operations
    where process = ? and id < ? and depth = 0 and not in_library and starts_with(name, ?)
        and user_line is not null group by name, user_file, user_line
"""
# What the call of an object that stands for a function is called, such as `dask.array.log`.
_CALLED = "__call__"


def line_computed_for(trace: Trace, operation: Operation) -> Site | None:
    """Return the program's line behind an operation that no line of the program called; None if none waits for it.

    That is the one line that calls the function of this name on the objects of the library that waits, or the line
    that waits.
    """
    site = operation.user_site or operation.site
    if site is None or is_user_file(site.file):
        return None
    end = operation.time_ns + (operation.duration_ns or 0)
    rows = trace.ask(_WAITING, [operation.process, operation.thread, operation.time_ns, end]).to_pylist()
    if not rows:
        return None
    (waiting,) = trace.operations.fetch([rows[0]["id"]])
    package = waiting.name.partition(".")[0]
    written = trace.ask(_WRITTEN, [operation.process, waiting.id, f"{package}."]).to_pylist()
    alike = [row["id"] for row in written if _computes(trace, row, function_name(operation.name))]
    if len(alike) == 1:
        (waiting,) = trace.operations.fetch(alike)
    return waiting.user_site or waiting.site


def _computes(trace: Trace, call: Mapping[str, Any], name: str) -> bool:
    """Return whether a call at a line is of the function of this name, or the line calls an object of this name."""
    called = function_name(call["name"])
    source = trace.sources.line(call["user_file"], call["user_line"]) if called == _CALLED else ""
    return called == name or f".{name}(" in source
