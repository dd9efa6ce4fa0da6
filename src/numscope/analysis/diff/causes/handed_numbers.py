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
    """Return the last line that got a fraction as a number of Python's and does not only print it.

    Of a line that only keeps the number, the first one behind it that computes with what is kept.
    """
    for row in trace.ask(_QUERY).to_pylist():
        text = trace.sources.text(row["file"])
        line = None if text is None else _computing(text, row["line"])
        if line is not None:
            return Site(row["file"], line, row["function"], False, trace.sources)
    return None


def _computing(text: str, line: int) -> int | None:
    """Return the line that computes with the number that a line got; None if it is only printed."""
    found = [node for node in _statements(text) if node.lineno <= line <= (node.end_lineno or node.lineno)]
    statement = min(found, key=lambda node: (node.end_lineno or node.lineno) - node.lineno, default=None)
    if statement is None or (isinstance(statement, ast.Expr) and _prints(statement.value)):
        return None
    kept = _kept(statement)
    later = [node for node in _statements(text) if node.lineno > (statement.end_lineno or line)]
    using = [node.lineno for node in later if kept & _names(node) and _has_arithmetic(node)]
    return line if _has_arithmetic(statement) else min(using, default=line)


def _kept(statement: ast.stmt) -> set[str]:
    """Return the names under which a statement keeps what it got: what it binds, the list it appends to."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
        targets = [call.func.value]
    return {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}


def _names(node: ast.stmt) -> set[str]:
    """Return the names in a statement without others inside it."""
    inner = any(isinstance(one, ast.stmt) for one in ast.iter_child_nodes(node))
    return set() if inner else {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def _has_arithmetic(node: ast.stmt) -> bool:
    return any(isinstance(one, (ast.BinOp, ast.AugAssign)) for one in ast.walk(node))


def _statements(text: str) -> Iterator[ast.stmt]:
    yield from (node for node in ast.walk(parsed(text)) if isinstance(node, ast.stmt))


def _prints(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "print"
