"""The trace on disk: reading, sealing, values.

`sealing` turns the raw logs of all processes into Parquet tables (`events` and `definitions` decode them, `tables`
describes each column); `database` opens sealed tables, `read_model` gives names to what questions ask of them;
`reader` is the `Trace` that users hold, `operation` its rows as objects, `values` the kept arrays. Formats 1 and 2
are read as well.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

# Public name -> its module here, and its name there. They load when first used: what seals a trace at the end of a run
# needs no database, which takes longer to import than small traces take to seal.
_LAZY = {
    **{name: ("operation", name) for name in ("Operand", "Operation", "Site", "Statistics")},
    **{name: ("reader", name) for name in ("Operations", "Trace")},
    **{name: ("values", name) for name in ("ValueNotKeptError", "Values")},
    "open": ("reader", "open_trace"),
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'numscope.trace' has no attribute '{name}'")
    module, there = _LAZY[name]
    value = getattr(importlib.import_module(f"{__name__}.{module}"), there)
    globals()[name] = value
    return value
