"""Processor time by line inside compiled functions, as processes that sampled themselves noted it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numscope.trace import Trace

_FACT = "compiled_lines"
_NAMES = ("file", "line", "function", "ns")


@dataclass(frozen=True)
class CompiledLine:
    """One line of a compiled function. ns: processor time of all threads; share: of all such lines, 0 to 1."""

    file: str
    line: int
    function: str
    ns: int
    share: float
    source: str


def compiled_lines(trace: Trace) -> tuple[CompiledLine, ...]:
    """Return the lines of all processes of a trace, costliest first; none where time by line was not measured."""
    spent: Counter[tuple[str, int, str]] = Counter()
    for row in trace.table("processes").to_pylist():
        for one in _noted(row["environment"]):
            spent[one["file"], one["line"], one["function"]] += one["ns"]
    whole = sum(spent.values())
    return tuple(
        CompiledLine(file, line, function, ns, ns / whole if whole else 0.0, _source(trace, file, line))
        for (file, line, function), ns in spent.most_common()
    )


def _noted(environment: str | None) -> Iterator[dict[str, Any]]:
    """Yield what a process noted, without what is not as it would have written it: a trace may be a stranger's."""
    try:
        rows = json.loads(environment or "{}").get(_FACT, [])
    except (ValueError, RecursionError, AttributeError):
        return
    kinds = (str, int, str, int)
    for row in rows if isinstance(rows, list) else ():
        if isinstance(row, dict) and all(
            type(row.get(n)) is kind for n, kind in zip(_NAMES, kinds, strict=True)
        ):
            yield row


def _source(trace: Trace, file: str, line: int) -> str:
    text = trace.sources.lines(file)
    return text[line - 1].strip() if 0 < line <= len(text) else ""
