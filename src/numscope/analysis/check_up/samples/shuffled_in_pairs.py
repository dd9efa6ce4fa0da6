"""Rows of an array shuffled by Python's own `random.shuffle`: it swaps views, and some rows come twice, "
"others never."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SHUFFLED_BY_ROWS
from numscope.analysis.concepts.syntax import parsed
from numscope.trace import Operation

KIND = "shared-memory"
_WRITTEN = """
    select min(id) as id from called_operations
    where name like '%ndarray.__setitem__' and regexp_matches(file, '[/\\\\]random\\.py$')
"""


def shuffled_in_pairs(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that shuffle an array of rows by Python's generator."""
    lines = [one for call in evidence.calls.values() if "shuffle" in call.text for one in _lines(call)]
    written = evidence.trace.ask(_WRITTEN)["id"][0].as_py() if lines else None
    operation: Operation | None = None if written is None else next(iter(evidence.fetch([written])), None)
    shape = operation.operands[0].shape if operation is not None else None
    if operation is None or shape is None or len(shape) < 2:
        return
    for call, line in {(call.file, line): (call, line) for call, line in lines}.values():
        problem = (
            f"swaps the {shape[0]:,} rows two by two as views: the first of each two is written over "
            "before it is read, so "
            "that some rows come twice and others never"
        )
        yield finding_of(KIND, replace(call, line=line), operation.id, 1, problem, SHUFFLED_BY_ROWS)


def _lines(call: Call) -> list[tuple[Call, int]]:
    """Return the lines of a file that call `shuffle` of the module `random`."""
    if sources.module_name(call.text, "random") is None:
        return []
    name = sources.module_name(call.text, "random")
    return [
        (call, node.lineno)
        for node in sources.calls_in(parsed(call.text), "shuffle")
        if sources.root_name(node.func) == name
        and getattr(getattr(node.func, "value", None), "id", None) == name
    ]
