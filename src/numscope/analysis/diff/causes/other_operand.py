"""Which line gives an operand of a step that both programs take, where it is another of the values that the first has.

`pairs["meter"] = readings["meter"].to_numpy()` hands on readings in the order in which they came, and it is the
difference of `pairs["meter"]` and something else, three lines below, that the first run does not have.
"""

from __future__ import annotations

import ast

from numscope.analysis.concepts.callers import function_around
from numscope.analysis.concepts.operand_expressions import expressions
from numscope.analysis.concepts.program import program_of
from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_SEVERAL = 2


def other_operand(parted: Operation, found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that binds the name of the only operand which the first gives otherwise.

    None unless the first begins to part at the same step, of which another operand is the same, and has the second's
    value, too; nor if the line stands in the first program as well.
    """
    site = parted.user_site or parted.site
    if site is None or not found.sides[0].origins:
        return None
    before = first.operations[found.sides[0].origins[0]]
    place = _other_place(before, parted, first)
    if place is None:
        return None
    program = program_of(second, site)
    at = program.line(site)
    bound = _binding(program.tree, expressions(parted, program.tree, at).get(place), at)
    if bound is None or _says(first, bound):
        return None
    made, old = program.site(bound.lineno, site), before.user_site or before.site
    return SourceChange(None, None, *made.place, ("" if old is None else old.source.strip(), made.source))


def _other_place(before: Operation, after: Operation, first: Trace) -> int | str | None:
    """Return the place of the one array of a step that is another than in the first run, which has it elsewhere."""
    old, new = _arrays(before), _arrays(after)
    unlike = [place for place in new if old.get(place) != new[place]]
    if before.name != after.name or old.keys() != new.keys() or len(unlike) != 1 or len(new) < _SEVERAL:
        return None
    return unlike[0] if known_contents(first, {new[unlike[0]]}) else None


def _arrays(operation: Operation) -> dict[int | str, str]:
    """Return the contents that an operation read, by position or name; of a table that of its last column."""
    return {
        one.name or "" if one.position is None else one.position: one.hash
        for one in operation.operands
        if one.hash is not None and one.role not in AFTER
    }


def _binding(tree: ast.Module, written: ast.expr | None, line: int) -> ast.Assign | None:
    """Return the last statement above a line, in its function, that binds what an expression names."""
    if not isinstance(written, (ast.Name, ast.Attribute, ast.Subscript)):
        return None
    scope = function_around(tree, line) or tree
    text = ast.unparse(written)
    bound = [
        node
        for node in ast.walk(scope)
        if isinstance(node, ast.Assign) and node.lineno < line and text in map(ast.unparse, node.targets)
    ]
    return max(bound, key=lambda one: one.lineno, default=None)


def _says(trace: Trace, bound: ast.Assign) -> bool:
    """Return whether the program of a trace binds anything to the same expression."""
    given = ast.dump(bound.value)
    return any(
        isinstance(node, ast.Assign) and ast.dump(node.value) == given
        for node in ast.walk(program_of(trace).tree)
    )
