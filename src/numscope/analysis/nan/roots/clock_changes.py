"""Days that are counted as 24 hours where clocks change: their labels are an hour off, and find no partner."""

from __future__ import annotations

import ast
import re

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import expressions_of, last_name
from numscope.analysis.concepts.value_sources import ValueSources, value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.lost_labels import loses_labels
from numscope.operations.lore.labels import DAYS_IN_HOURS, TIME_RANGES, WITHOUT_CLOCK_CHANGES
from numscope.trace import Operation, Trace

_ADVICE = 'Step by calendar days (`freq="D"`), which have 23 or 25 hours where the clocks change.'


def clock_change(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line that steps by 24 hours through a zone's time, if `operation` lost some labels of it."""
    site = operation.user_site or operation.site
    if site is None or not loses_labels(operation):
        return None
    program = program_of(trace, site)
    flow = value_sources(program.tree)
    starts = expressions_of(statement_at(flow.tree, program.line(site)))
    met = {id(node): node for start in starts for node in flow.behind(start)}
    steps = {node.lineno: node.value for node in met.values() if _is_days_in_hours(node)}  # type: ignore[attr-defined]
    if len(steps) != 1 or not any(_in_a_zone(flow, node) for node in met.values()):
        return None
    ((line, step),) = steps.items()
    made = program.site(line, site)
    where = line_of(site, made)
    said = f"steps by `{step}`, which is no day where the clocks change: {where} does not find all labels"
    return Root(made, Cause(said, _ADVICE))


def _is_days_in_hours(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(DAYS_IN_HOURS, node.value) is not None
    )


def _in_a_zone(flow: ValueSources, node: ast.expr) -> bool:
    """Return whether an expression makes a range of time in a zone whose clocks may change."""
    if not isinstance(node, ast.Call) or last_name(node.func) not in TIME_RANGES:
        return False
    zones = [source for one in node.keywords if one.arg == "tz" for source in flow.behind(one.value)]
    written = {one.value for one in zones if isinstance(one, ast.Constant)}
    return bool(written - WITHOUT_CLOCK_CHANGES)
