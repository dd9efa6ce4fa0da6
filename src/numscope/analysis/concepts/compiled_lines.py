"""Processor time and allocations by line inside compiled functions, as the processes themselves noted them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numscope.trace import Trace

_FACT = "compiled_lines"
_PLACE = {"file": str, "line": int, "function": str}
_COUNTS = ("ns", "allocations", "allocated")


@dataclass(frozen=True)
class CompiledLine:
    """One line of a compiled function.

    ns: processor time of all threads; share: of that of all such lines, 0 to 1. allocations: how many times it asked
    for memory, `allocated` bytes in all. What was not measured is 0.
    """

    file: str
    line: int
    function: str
    ns: int
    share: float
    source: str
    allocations: int = 0
    allocated: int = 0


def compiled_lines(trace: Trace) -> tuple[CompiledLine, ...]:
    """Return the lines of all processes of a trace, costliest first; none where nothing was measured by line.

    Those that took most time come first, of equal ones those that allocated most.
    """
    counted: dict[tuple[str, int, str], Counter[str]] = {}
    for row in trace.table("processes").to_pylist():
        for one in _noted(row["environment"]):
            place = one["file"], one["line"], one["function"]
            counted.setdefault(place, Counter()).update({name: one.get(name, 0) for name in _COUNTS})
    whole = sum(counts["ns"] for counts in counted.values())
    lines = [
        CompiledLine(
            file, line, function, counts["ns"], counts["ns"] / whole if whole else 0.0,
            _source(trace, file, line), counts["allocations"], counts["allocated"],
        )
        for (file, line, function), counts in counted.items()
    ]  # fmt: skip
    return tuple(sorted(lines, key=lambda one: (-one.ns, -one.allocated)))


def _noted(environment: str | None) -> Iterator[dict[str, Any]]:
    """Yield what a process noted, without what is not as it would have written it: a trace may be a stranger's."""
    try:
        rows = json.loads(environment or "{}").get(_FACT, [])
    except (ValueError, RecursionError, AttributeError):
        return
    for row in rows if isinstance(rows, list) else ():
        if (
            isinstance(row, dict)
            and all(type(row.get(name)) is kind for name, kind in _PLACE.items())
            and all(type(row.get(name, 0)) is int for name in _COUNTS)
        ):
            yield row


def _source(trace: Trace, file: str, line: int) -> str:
    text = trace.sources.lines(file)
    return text[line - 1].strip() if 0 < line <= len(text) else ""
