"""Numbers outside of what a function takes that follow from units: the line where these do not agree is to blame."""

from __future__ import annotations

import ast
import re

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import expressions_of
from numscope.analysis.concepts.units import unit_mismatches
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.trace import Operation, Trace

_ADVICE = "Convert to one unit where values enter the program, and write it into the names."
_OUT_OF_RANGE = re.compile("negative|outside")


def unit_mismatch(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line whose units do not agree, among those that gave `operation` numbers it has no result for."""
    site = operation.user_site or operation.site
    found = None if site is None else explain(operation, site.source)
    if site is None or found is None or not _OUT_OF_RANGE.search(found.sentence):
        return None
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    starts = expressions_of(statement_at(flow.tree, program.line(site)))
    met = {id(node): node for start in starts for node in flow.behind(start)}
    lines = {one.node.lineno: one for one in unit_mismatches(program.tree, met.values())}
    if len(lines) != 1:
        return None
    ((line, mismatch),) = lines.items()
    made = program.site(line, site)
    ended = at_line_of(operation, made) if made.place != site.place else ""
    said = f"{mismatch.said}: `{ast.unparse(mismatch.node)}`{ended}"
    return Root(made, Cause(said, _ADVICE))
