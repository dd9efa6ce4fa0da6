"""Searches that ran away from their start and gave what has no meaning: where the start is computed is to blame."""

from __future__ import annotations

import ast

from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.starting_points import STARTS_FROM
from numscope.trace import Operand, Operation, Site, Trace

_ADVICE = "Start nearer to the solution, or bracket it (`brentq`), and look whether the search converged."
# So many times its start is no solution of the problem that the start was chosen for.
_FAR = 1e6
_DEEPEST = 5
_PLACE = 1  # of the start among the arguments of all these searches but `curve_fit`


def ran_away(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that computed the start from which a search ran away, if `operation` was given its result."""
    for search, found in upstream(trace, operation, _is_known, _DEEPEST):
        site = search.user_site
        start = _start(search) if search.name in STARTS_FROM else None
        if start is None or site is None or site.in_library or not _size(found) > _FAR * _size(start) > 0:
            continue
        name = search.name.rpartition(".")[2]
        made = _made_at(trace, site, name, STARTS_FROM[search.name])
        said = f"starts a search (`{name}`) that runs away, from {_size(start):.3g} to {_size(found):.3g}"
        return Root(made, Cause(f"{said}{at_line_of(operation, made)}", _ADVICE))
    return None


def _start(search: Operation) -> Operand | None:
    given = (
        one for one in search.operands if one.role in ("input", "argument") and one.statistics is not None
    )
    return next(
        (one for one in given if one.name == STARTS_FROM[search.name] or one.position == _PLACE), None
    )


def _made_at(trace: Trace, site: Site, name: str, argument: str) -> Site:
    """Return the line that computes the start which the call at `site` is given; that of the call if none else does."""
    program = program_of(trace, site)
    tree, at = program.tree, program.line(site)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and last_name(call.func) == name and call.lineno == at:
            named = [one.value for one in call.keywords if one.arg == argument]
            for given in (*named, *call.args[_PLACE : _PLACE + 1]):
                source = came_from(tree, given)[-1]
                return program.site(source.lineno, site) if isinstance(source, ast.expr) else site
    return site


def _is_known(operand: Operand) -> bool:
    return operand.statistics is not None


def _size(operand: Operand) -> float:
    known = operand.statistics
    return 0.0 if known is None else max(abs(known.minimum), abs(known.maximum))
