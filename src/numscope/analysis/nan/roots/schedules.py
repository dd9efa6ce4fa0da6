"""Trainings that overflow since the size of their steps grows: the schedule that raises it is to blame."""

from __future__ import annotations

import ast

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.step_size import scale_in_calls
from numscope.operations.lore.step_sizes import SCALED_BY, SCHEDULES, STEP_SIZES
from numscope.trace import Operation, Trace

_ADVICE = "Bound the factor of the schedule (at 1 after a warm-up), or step it as often as it counts."
_LEAST_SIZES = 3
# A warm-up ends at the size that the optimiser was given; a schedule that is wrong goes on.
_BEYOND = 1.5
_SIZES = """
    select abs(p.real) as size from operands p join operations o on p.operation = o.id
    where o.process = ? and o.id < ? and o.name in (select unnest(?::varchar[])) and p.role = 'argument'
        and p.name in ('alpha', 'value') and p.real is not null
    order by o.id
"""


def growing_steps(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the schedule by which the steps of a training grew until `operation` overflowed.

    None if the steps did not grow beyond the number that the optimiser was given, or if several lines could be.
    """
    site = operation.user_site or operation.site
    if site is None:
        return None
    program = program_of(trace, site)
    given, lines = scale_in_calls(program.tree), _schedules(program.tree)
    if given is None:
        return None
    rows = trace.ask(_SIZES, [operation.process, operation.id, sorted(SCALED_BY)])
    sizes = sorted(set(rows["size"].to_pylist()))
    if len(lines) != 1 or len(sizes) < _LEAST_SIZES or rows["size"].to_pylist()[-1] != sizes[-1]:
        return None
    factor = sizes[-1] / abs(given.constant.value)
    if factor < _BEYOND:
        return None
    made = program.site(lines.pop(), site)
    often = f"{factor:.3g} times what `{given.shown}` says"
    said = f"makes steps grow: they are {often} as {line_of(site, made)} overflows"
    return Root(made, Cause(said, _ADVICE))


def _schedules(tree: ast.Module) -> set[int]:
    """Return the lines that make a schedule; where none does, those that set the size of steps by hand."""
    made = {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and last_name(node.func).endswith(SCHEDULES)
    }
    return made or {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, (ast.Assign, ast.AugAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Subscript) and getattr(target.slice, "value", None) in STEP_SIZES
    }
