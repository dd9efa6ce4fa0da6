"""What a check in the machine code found, read from the registers of its trap (`value_stops`)."""

from __future__ import annotations

import json
from typing import Any

import gdb

from numscope.compiled.numba.debugger.in_gdb.memory import memory

# The same numbers as in value_stops, which needs Numba.
MAGIC = 0x6E756D73_00000000
NAN, INDEX = 1, 2


_INT3 = b"\xcc"


def read_trap(journal: str) -> dict[str, Any] | None:
    """Return the reason of the stop and what was found, or None where the program is not behind a trap of ours."""
    if memory(gdb.newest_frame().pc() - 1, 1) != _INT3:
        return None
    reason = _register("rax") ^ MAGIC
    if reason == NAN:
        return {"reason": "nan", "target": _target(_register("rcx"), journal)}
    if reason == INDEX:
        index, size, axis = (_register(name) for name in ("rcx", "rdx", "rsi"))
        # Numba has added the size to a negative index.
        index = index - size if index < 0 else index
        return {"reason": "index", "index": index, "size": size, "axis": axis if axis >= 0 else None}
    return None


def _register(name: str) -> int:
    return int(gdb.newest_frame().read_register(name).cast(gdb.lookup_type("long")))


def _target(store: int, journal: str) -> str:
    with open(journal, encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            if entry.get("store") == store:
                return str(entry["target"])
    return "?"
