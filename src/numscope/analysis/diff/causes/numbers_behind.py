"""Numbers that a statement wrote itself and now takes from a name: the line that gives the name another number."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.concepts.constants import Constants
from numscope.analysis.concepts.program import Program, program_of
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Site, Trace


def number_behind(change: SourceChange, first: Trace, second: Trace) -> SourceChange:
    """Return the change of the number behind a name, if that is how the statement changed, else `change`."""
    if change.first is None or change.second is None:
        return change
    sites = [Site(one.file, one.line, None) for one in (change.first, change.second)]
    programs = [program_of(trace, site) for trace, site in zip((first, second), sites, strict=True)]
    before, after = (Constants(program.tree) for program in programs)
    nodes = [_node(program, site) for program, site in zip(programs, sites, strict=True)]
    for one, other in _pairs(*nodes):
        old, new = before.behind(one), after.behind(other)
        if old is not None and new is not None and old.value != new.value:
            made = programs[1].site(new.line, sites[1])
            if new.line == other.lineno:
                return change
            text = second.sources.line(*made.place)
            return replace(change, file=made.file, line=made.line, text=(change.text[0], text))
    return change


def _node(program: Program, site: Site) -> ast.AST | None:
    at = program.line(site)
    return next(
        (node for node in ast.walk(program.tree) if isinstance(node, ast.stmt) and node.lineno == at),
        None,
    )


def _pairs(one: object, other: object) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the parts of two statements that stand at the same place, one of them a number and the other a name."""
    if isinstance(one, list) and isinstance(other, list):
        for a, b in zip(one, other, strict=True) if len(one) == len(other) else ():
            yield from _pairs(a, b)
    elif isinstance(one, ast.expr) and isinstance(other, ast.expr) and type(one) is not type(other):
        yield one, other
    elif isinstance(one, ast.AST) and isinstance(other, ast.AST) and type(one) is type(other):
        for (_, a), (_, b) in zip(ast.iter_fields(one), ast.iter_fields(other), strict=False):
            yield from _pairs(a, b)
