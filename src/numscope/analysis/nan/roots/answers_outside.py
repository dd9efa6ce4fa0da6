"""Objects that answer NaN outside of their data since they were made so: the line that made them is to blame."""

from __future__ import annotations

import ast

import numpy as np

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.constants import Constants
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import expressions_of, last_name
from numscope.analysis.concepts.value_sources import value_sources
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.outside import INTERPOLATES, SETTINGS, Setting
from numscope.trace import Operand, Operation, Site, Trace

_MOST = 50
_UNITS = "Ask in the unit of the points."


def answers_outside(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line that gave objects of this class the setting by which `operation` answers NaN."""
    owner = operation.name.rpartition(".")[0]
    setting = SETTINGS.get(owner)
    if setting is None:
        between = function_name(operation.name) == INTERPOLATES and len(operation.inputs) > 1
        return _converted(trace, operation, operation.inputs[0], operation.inputs[1]) if between else None
    made = [(one, _value(one, setting)) for one in own_before(trace, operation, [owner], _MOST)]
    sites = {one.user_site.place: (one.user_site, value) for one, value in made if one.user_site and value}
    if len(sites) != 1:
        return None
    ((site, value),) = sites.values()
    points = next((one for one in made[-1][0].inputs if one.is_array()), None)
    converted = None if points is None else _converted(trace, operation, operation.inputs[-1], points)
    if converted is not None:
        return converted
    count = sum(map(_nonfinite, operation.outputs))
    lie = "1 value lies" if count == 1 else f"{count:,} values lie"
    how = f"`{value}`" + (", the default" if setting.by_default else "")
    name = owner.rpartition(".")[2]
    said = f"has {name} answer {setting.answer} outside {setting.outside} ({how}): {lie} there"
    written = _written_at(trace, site, name, setting.argument)
    return Root(written, Cause(f"{said}{at_line_of(operation, written)}", setting.advice))


def _converted(trace: Trace, operation: Operation, query: Operand, between: Operand) -> Root | None:
    """Return the one line that multiplies or divides what is asked for by a factor without which all lies inside."""
    site = operation.user_site
    points, asked = between.statistics, numbers_of(query)
    if site is None or points is None or asked is None or not asked.size:
        return None
    inside = (asked >= points.minimum) & (asked <= points.maximum)
    if 2 * np.count_nonzero(inside) > asked.size:
        return None
    program = program_of(trace, site)
    flow, constants = value_sources(program.tree), Constants(program.tree)
    found: dict[int, ast.expr] = {}
    for start in expressions_of(statement_at(flow.tree, program.line(site))):
        for node in flow.behind(start):
            factor = _factor(node, constants)
            if factor and ((asked / factor >= points.minimum) & (asked / factor <= points.maximum)).all():
                found.setdefault(node.lineno, node)
    if len(found) != 1:
        return None
    ((line, node),) = found.items()
    made = program.site(line, site)
    said = (
        f"converts what {line_of(site, made)} asks for: `{ast.unparse(node)}`; without this factor all {asked.size:,} "
        f"values lie among the points, and with it {np.count_nonzero(inside):,}"
    )
    return Root(made, Cause(said, _UNITS))


def _factor(node: ast.expr, constants: Constants) -> float:
    """Return by what an expression multiplies, as a number that the text writes; 0 if it does not."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Mult, ast.Div)):
        return 0.0
    known = [constants.behind(one) for one in (node.right, node.left)]
    if isinstance(node.op, ast.Div):
        return 0.0 if known[0] is None or not known[0].value else 1 / known[0].value
    value = next((one.value for one in known if one is not None), 0.0)
    return 0.0 if value == 1 else value


def _value(made: Operation, setting: Setting) -> str:
    """Return how a program writes the setting with which an object was made; empty if it is none that matters."""
    given = [one.value() for one in made.operands if one.role == "argument" and one.name == setting.argument]
    values = given[:1] or (setting.values[:1] if setting.by_default else ())
    return next((setting.text(one) for one in values if one in setting.values), "")


def _nonfinite(operand: Operand) -> int:
    known = operand.statistics
    return 0 if known is None else known.nonfinite


def _written_at(trace: Trace, site: Site, name: str, argument: str) -> Site:
    """Return the line that writes the setting, if the text tells; else that of the call which is given it."""
    program = program_of(trace, site)
    tree, at = program.tree, program.line(site)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and last_name(call.func) == name and call.lineno == at:
            for keyword in call.keywords:
                source = came_from(tree, keyword.value)[-1] if keyword.arg == argument else None
                if isinstance(source, ast.Constant):
                    return program.site(source.lineno, site) if source is not keyword.value else site
    return site
