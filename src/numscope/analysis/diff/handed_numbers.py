"""Where a rewritten program computes in plain Python with numbers of its operations: that leaves the recording."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.syntax import parsed
from numscope.trace import Site, Trace

# Lines of the program's own that were given a fraction as Python's number, the last first.
_QUERY = """
    select user_file as file, user_line as line, any_value(user_function) as function
    from operand_layouts join visible_operations on operation = visible_operations.id
    where role = 'output' and operand_layouts.kind = 'float' and not in_library
    group by all order by max(visible_operations.id) desc
"""


def handed_numbers(trace: Trace) -> Site | None:
    """Return the last line that got a fraction as a number of Python's and does not only print it."""
    for row in trace.sql(_QUERY).to_pylist():
        text = trace.sources.text(row["file"])
        if text is not None and _computes(text, row["line"]):
            return Site(row["file"], row["line"], row["function"], False, trace.sources)
    return None


def _computes(text: str, line: int) -> bool:
    """Return whether the statement at a line keeps the number, or computes with it in the same expression."""
    found = [node for node in _statements(text) if node.lineno <= line <= (node.end_lineno or node.lineno)]
    if not found:
        return False
    statement = min(found, key=lambda node: (node.end_lineno or node.lineno) - node.lineno)
    return not (isinstance(statement, ast.Expr) and _prints(statement.value))


def _statements(text: str) -> Iterator[ast.stmt]:
    yield from (node for node in ast.walk(parsed(text)) if isinstance(node, ast.stmt))


def _prints(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "print"
