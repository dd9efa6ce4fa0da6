"""Steps of an optimiser that divide by zero since its eps is lost in half precision: where it was made is to blame."""

from __future__ import annotations

import ast

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.trace import Operation, Trace


def lost_eps(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the optimiser whose step divided by zero; None if it was no step or can't be found."""
    site = operation.user_site or operation.site
    if site is None or operation.attributes.get("phase") != "optimizer":
        return None
    found = explain(operation, site.source)
    if found is None or "eps" not in found.sentence:
        return None
    program = program_of(trace, site)
    line = _made_at(program.tree, program.line(site))
    if line is None:
        return None
    made = program.site(line, site)
    said = f"makes an optimiser for half precision: its step ({line_of(site, made)}) {found.sentence}"
    return Root(made, Cause(said.replace(" in the optimiser's step", ""), found.advice))


def _made_at(tree: ast.Module, stepped: int) -> int | None:
    """Return the one line that binds the name, or the attribute, whose `step()` a line calls."""
    names = {
        last_name(node.func.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and node.lineno == stepped and isinstance(node.func, ast.Attribute)
    }
    lines = {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and names & set(map(last_name, node.targets))
    }
    return lines.pop() if len(lines) == 1 else None
