"""The trace on disk: format, reader, sealing, values."""

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
