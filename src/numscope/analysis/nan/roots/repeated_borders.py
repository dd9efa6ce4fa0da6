"""Slices between two equal borders: the line that adds an end which the borders hold already is to blame."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.concepts.callers import function_around, statement_at
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.concepts.value_sources import ValueSources, value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.emptied import emptier_of
from numscope.analysis.nan.roots.slices_from_the_end import bounds_of
from numscope.operations.lore.borders import JOINS, SPLITS
from numscope.operations.lore.formulas import function_name
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Add an end only where the borders do not hold it yet, or take each border once."
_LISTS = (ast.List, ast.Tuple)


def repeated_border(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that puts the first or last border of slices there twice, if `operation` got one that is empty.

    None unless the empty slice is at an end of what is cut, and one line of the program alone adds to its borders.
    """
    emptier = emptier_of(trace, operation)
    site = None if emptier is None else emptier.user_site or emptier.site
    called = operation.user_site or operation.site
    border = None if emptier is None else _border(emptier)
    if site is None or called is None or border is None or site.in_library:
        return None
    program = program_of(trace, site)
    flow, at = value_sources(program.tree), program.line(site)
    lines = {line for cut in _cuts(statement_at(flow.tree, at)) for line in _adding(flow, cut)}
    if len(lines) != 1:
        return None
    made = program.site(lines.pop(), site)
    if made.place == site.place:
        return None
    said = f"makes borders of which {border:,} is there twice: the slice between them is empty"
    return Root(made, Cause(f"{said}, and {line_of(called, made)} computes with nothing", _ADVICE))


def _border(emptier: Operation) -> int | None:
    """Return where a slice begins and ends, if that is at the beginning or the end of an axis.

    What splits an array adds both ends itself to the borders that it is given.
    """
    ends = {0}.union(*(one.shape or () for one in emptier.inputs))
    found = {start for start, end in bounds_of(emptier) if start == end}
    if function_name(emptier.name) in SPLITS:
        given = (*emptier.arguments, *emptier.inputs[1:])
        found = {int(one) for operand in given for one in _whole_numbers(operand)} & ends
    return found.pop() if len(found) == 1 and found <= ends else None


def _whole_numbers(operand: Operand) -> list[int]:
    """Return the numbers of a list or an array; none of anything else."""
    if operand.is_array():
        values = numbers_of(operand)
        return [] if values is None or values.dtype.kind not in "iu" else values.ravel().tolist()
    try:
        values = ast.literal_eval(str(operand.literal))
    except (ValueError, SyntaxError):
        return []
    listed = list(values) if isinstance(values, (list, tuple)) else []
    return [one for one in listed if isinstance(one, int)]


def _cuts(statement: ast.stmt | None) -> Iterator[list[ast.expr]]:
    """Yield by what a statement cuts: the two bounds of each slice, or the borders that a function is given."""
    for node in ast.walk(statement) if statement is not None else ():
        if isinstance(node, ast.Slice) and node.lower is not None and node.upper is not None:
            yield [node.lower, node.upper]
        elif isinstance(node, ast.Call) and last_name(node.func) in SPLITS and len(node.args) > 1:
            yield [node.args[1]]


def _adding(flow: ValueSources, bounds: list[ast.expr]) -> set[int]:
    """Return the lines that add elements to the sequence from which all these bounds come."""
    lines = [
        {line for node in flow.behind(one) for line in (*_joined(node), *_appended(flow.tree, node))}
        for one in bounds
    ]
    return set.intersection(*lines)


def _joined(node: ast.expr) -> Iterator[int]:
    """Yield the line of an expression that makes one sequence of several."""
    match node:
        case ast.BinOp(op=ast.Add(), left=left, right=right) if isinstance(left, _LISTS) or isinstance(
            right, _LISTS
        ):
            yield node.lineno
        case ast.List(elts=parts) | ast.Tuple(elts=parts) if any(
            isinstance(one, ast.Starred) for one in parts
        ):
            yield node.lineno
        case ast.Call(func=func) if last_name(func) in JOINS:
            yield node.lineno
        case ast.Subscript(value=of) if last_name(of) in JOINS:
            yield node.lineno


def _appended(tree: ast.Module, node: ast.expr) -> Iterator[int]:
    """Yield the lines that add a single element to the list of a name, but for those in a loop."""
    if not isinstance(node, ast.Name):
        return
    scope = function_around(tree, node.lineno) or tree
    for statement in scope.body:
        changed = statement.target if isinstance(statement, ast.AugAssign) else _extended(statement)
        if getattr(changed, "id", "") == node.id:
            yield statement.lineno


def _extended(statement: ast.stmt) -> ast.expr | None:
    """Return the list to which a statement adds an element."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in JOINS:
        return call.func.value
    return None
