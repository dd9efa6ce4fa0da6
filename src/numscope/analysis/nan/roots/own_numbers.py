"""NaN among Python's own numbers, which a line writes and another computes with: `float("nan")` in a list."""

from __future__ import annotations

import ast
from itertools import islice

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.number_flow import names_in
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.trace import Operation, Site, Trace

_MOST_LOOKED_AT = 400
_ADVICE = "Leave these out or fill them before you compute with them."


def own_number(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that writes the NaN with which the program's own line computes; None if several may have."""
    written = written_number(trace, operation)
    if written is None:
        return None
    line, text = written
    return Root(
        line, Cause(f"writes NaN as `{text}`{at_line_of(operation, line, _made(operation))}", _ADVICE)
    )


def written_number(trace: Trace, operation: Operation) -> tuple[Site, str] | None:
    """Return the line that writes the NaN with which the program's own line computes, and how; None as above."""
    site = operation.user_site or operation.site
    if site is None or not _is_given_numbers(operation):
        return None
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    statement = statement_at(flow.tree, program.line(site))
    if statement is None or any(map(_is_nan, ast.walk(statement))):
        return None
    behind = (node for name in names_in(statement) for node in islice(flow.behind(name), _MOST_LOOKED_AT))
    written = {node.lineno: ast.unparse(node) for node in behind if _is_nan(node)}
    if len(written) != 1:
        return None
    ((number, text),) = written.items()
    return program.site(number, site), text


def _is_given_numbers(operation: Operation) -> bool:
    """Return whether the program's own line computes with nothing but Python's numbers, or makes an array of them."""
    own = operation.site is not None and not operation.site.in_library
    return own and not any(one.is_array() for one in operation.inputs)


def _made(operation: Operation) -> str:
    return "an array" if any(one.is_array() and one.shape for one in operation.outputs) else "NaN"


def _is_nan(node: ast.AST) -> bool:
    """Return whether an expression is `np.nan`, `math.nan`, `float("nan")` or the like."""
    if isinstance(node, ast.Call):
        texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
        return any(isinstance(one, str) and one.strip("+-").lower() == "nan" for one in texts)
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name.lower() == "nan"
