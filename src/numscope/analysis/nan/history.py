"""The program's lines from which the values at a line may come, by the program's text.

The line at which NaN arises is often not the one with the mistake: people then look at the lines that gave the values.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from itertools import chain, zip_longest

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.number_flow import names_in
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.value_sources import ValueSources, value_sources
from numscope.trace import Site, Trace

# Expressions that compute: through names, tuples and the program's own calls values only pass.
_COMPUTES = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.Call, ast.IfExp)
_MOST_LOOKED_AT = 200


def earlier_lines(trace: Trace, site: Site, most: int = 4) -> tuple[Site, ...]:
    """Return the lines that compute or set what the statement at `site` reads, nearest first; none without its text.

    Which of several assignments ran last, the text does not say: each is there.
    """
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    statement = statement_at(flow.tree, program.line(site))
    if statement is None:
        return ()
    own = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    found: dict[int, None] = {}
    assigned = _assigned(flow.tree)
    ways = [_lines(flow, name, assigned) for name in names_in(statement)]
    for line in chain.from_iterable(zip_longest(*ways)):  # a step of each way, then the next of each
        if line is not None and line not in own:
            found[line] = None
        if len(found) == most:
            break
    return tuple(program.site(line, site) for line in found)


def _lines(flow: ValueSources, name: ast.expr, assigned: Container[tuple[int, int]]) -> Iterator[int]:
    """Yield the lines behind a name, nearest first. assigned: where constants stand that are assigned as they are."""
    for count, node in enumerate(flow.behind(name)):
        if count == _MOST_LOOKED_AT:
            return
        computes = isinstance(node, _COMPUTES) and not flow.runs_own_function(node)
        if computes or (node.lineno, node.col_offset) in assigned:
            yield node.lineno


def _assigned(tree: ast.Module) -> set[tuple[int, int]]:
    """Return where the constants stand that a statement assigns as they are: `dt = 0.1`, `share[share < low] = 0.0`."""
    values = (node.value for node in ast.walk(tree) if isinstance(node, (ast.Assign, ast.AnnAssign)))
    return {(one.lineno, one.col_offset) for one in values if isinstance(one, ast.Constant)}
