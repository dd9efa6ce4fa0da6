"""Compiled functions that factorise a matrix to which a constant of 0 is added: the constant is to blame.

Inside of a compiled function no values are recorded; its lines are, while it is compiled, and the text shows the rest.
"""

from __future__ import annotations

import ast

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.traced_calls import calls_inside, first_call
from numscope.analysis.nan.roots.zero_constants import zero_terms_in
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.jax import COMPILES
from numscope.operations.lore.nonfinite import FACTORISES
from numscope.trace import Operation, Trace

_ADVICE = "Set it to a small positive number: a matrix that is not positive definite has no such factor."


def compiled_kernel(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the one constant of 0 that a compiled function adds to a matrix of which it takes a root."""
    called = operation.user_site or operation.site
    if called is None or not operation.name.startswith(COMPILES):
        return None
    for inner in calls_inside(trace, first_call(trace, operation)):
        site = inner.user_site
        if function_name(inner.name) not in FACTORISES or site is None or site.in_library:
            continue
        program = program_of(trace, site)
        flow = value_sources(program.tree)
        calls = [one for one in _calls(statement_at(flow.tree, program.line(site))) if one.args]
        found = {
            constant: node
            for call in calls
            for source in flow.behind(call.args[0])
            for constant, node in zero_terms_in(flow.tree, source)
        }
        if len(found) == 1:
            ((constant, node),) = found.items()
            line = program.site(constant.line, site)
            said = (
                f"sets `{constant.name}` to 0, so `{ast.unparse(node)}` leaves the matrix as it is, whose factor "
                f"{line_of(site, line)} takes; compiled, {line_of(called, line)} makes NaN of it"
            )
            return Root(line, Cause(said, _ADVICE))
    return None


def _calls(statement: ast.stmt | None) -> list[ast.Call]:
    nodes = [] if statement is None else ast.walk(statement)
    return [one for one in nodes if isinstance(one, ast.Call) and last_name(one.func) in FACTORISES]
