"""Slices that hold nothing since they begin below 0, which counts from the end: `x[i - 3 : i]` where `i` is 2.

The loop that begins too early is to blame, or the line of the slice if no loop counts its start.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.number_flow import came_from, names_in
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.emptied import emptier_of
from numscope.operations.traits import Trait
from numscope.trace import Operation, Trace

_ADVICE = (
    "Begin where there are enough values before (`range(n, ...)`), or bound the start (`max(0, i - n)`)."
)
_SLICE = re.compile(r"slice\((-?\d+), (-?\d+), (?:None|1)\)")


def slice_from_the_end(trace: Trace, operation: Operation) -> Root | None:
    """Return the line by which a slice begins below 0 and ends above it, if `operation` computes with its nothing."""
    emptier = emptier_of(trace, operation)
    site = None if emptier is None else emptier.user_site or emptier.site
    called = operation.user_site or operation.site
    starts = [] if emptier is None else _starts(emptier)
    if site is None or called is None or site.in_library or len(starts) != 1:
        return None
    program = program_of(trace, site)
    tree, at = program.tree, program.line(site)
    found = {(one, line) for one in _slices(tree, at) for line in _loops(tree, one) or {at}}
    if len(found) != 1:
        return None
    ((written, line),) = found
    said = f"begins too early: `{ast.unparse(written)}` starts at {starts[0]}, counted from the end, and holds nothing"
    made = program.site(line, site)
    return Root(made, Cause(f"{said}; {line_of(called, made)} computes with it", _ADVICE))


def _starts(operation: Operation) -> list[int]:
    """Return where the slices of an operation begin, of those from below 0 to 0 or above it."""
    return [start for start, end in bounds_of(operation) if start < 0 <= end]


def bounds_of(operation: Operation) -> list[tuple[int, int]]:
    """Return where the slices among the arguments of an operation begin and end.

    An index holds slices; an operation that cuts one out is given its start and end by their names.
    """
    literals = (str(one.literal) for one in operation.arguments if one.kind == "literal")
    written = [(int(one[1]), int(one[2])) for text in literals for one in _SLICE.finditer(text)]
    bounds = {one.name: one.literal for one in operation.arguments if one.kind == "int"}
    start, end = bounds.get("start"), bounds.get("end")
    cut = operation.traits & Trait.VIEW and isinstance(start, int) and isinstance(end, int)
    return [*written, *([(start, end)] if cut else [])]  # type: ignore[list-item]


def _slices(tree: ast.Module, line: int) -> Iterator[ast.Subscript]:
    """Yield what the statement at a line cuts out by a start that it computes."""
    for node in ast.walk(statement_at(tree, line) or ast.Pass()):
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Slice)
            and node.slice.lower is not None
        ):
            yield node


def _loops(tree: ast.Module, cut: ast.Subscript) -> set[int]:
    """Return the lines of the loops that count where a slice starts."""
    assert isinstance(cut.slice, ast.Slice)
    sources = (came_from(tree, name)[-1] for name in names_in(cut.slice.lower or ast.Pass()))
    return {one.iter.lineno for one in sources if not isinstance(one, ast.expr)}
