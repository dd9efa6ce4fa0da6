"""The trace on disk: reading, sealing, values.

`sealing` turns the raw logs of all processes into Parquet tables (`events` and `definitions` decode them, `tables`
describes each column); `database` opens sealed tables, `read_model` gives names to what questions ask of them;
`reader` is the `Trace` that users hold, `operation` its rows as objects, `values` the kept arrays. Formats 1 and 2
are read as well.
"""

from __future__ import annotations

from numscope.trace.operation import Operand, Operation, Site, Statistics
from numscope.trace.reader import Operations, Trace
from numscope.trace.reader import open_trace as open  # noqa: A004 - read as numscope.open
from numscope.trace.values import ValueNotKeptError, Values

__all__ = [
    "Operand",
    "Operation",
    "Operations",
    "Site",
    "Statistics",
    "Trace",
    "ValueNotKeptError",
    "Values",
    "open",
]
