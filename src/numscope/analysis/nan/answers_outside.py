"""Objects that answer NaN outside of their data since they were made so: the line that made them is to blame."""

from __future__ import annotations

import ast
from dataclasses import replace

from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.outside import SETTINGS, Setting
from numscope.trace import Operand, Operation, Site, Trace

_MOST = 50


def answers_outside(trace: Trace, operation: Operation) -> Root | None:
    """Return the one line that gave objects of this class the setting by which `operation` answers NaN."""
    owner = operation.name.rpartition(".")[0]
    setting = SETTINGS.get(owner)
    if setting is None:
        return None
    made = [(one, _value(one, setting)) for one in own_before(trace, operation, [owner], _MOST)]
    sites = {one.user_site.place: (one.user_site, value) for one, value in made if one.user_site and value}
    if len(sites) != 1:
        return None
    ((site, value),) = sites.values()
    count = sum(map(_nonfinite, operation.outputs))
    lie = "1 value lies" if count == 1 else f"{count:,} values lie"
    how = f"`{value}`" + (", the default" if setting.by_default else "")
    name = owner.rpartition(".")[2]
    said = f"has {name} answer {setting.answer} outside {setting.outside} ({how}): {lie} there"
    line = _written_at(trace, site, name, setting.argument)
    return Root(replace(site, line=line), Cause(f"{said}{at_line_of(operation)}", setting.advice))


def _value(made: Operation, setting: Setting) -> str:
    """Return how a program writes the setting with which an object was made; empty if it is none that matters."""
    given = [one.value() for one in made.operands if one.role == "argument" and one.name == setting.argument]
    values = given[:1] or (setting.values[:1] if setting.by_default else ())
    return next((setting.text(one) for one in values if one in setting.values), "")


def _nonfinite(operand: Operand) -> int:
    known = operand.statistics
    return 0 if known is None else known.nonfinite


def _written_at(trace: Trace, site: Site, name: str, argument: str) -> int:
    """Return the line that writes the setting, if the text tells; else that of the call which is given it."""
    tree = parsed(trace.sources.text(site.file) or "")
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and last_name(call.func) == name and call.lineno == site.line:
            for keyword in call.keywords:
                source = came_from(tree, keyword.value)[-1] if keyword.arg == argument else None
                if isinstance(source, ast.Constant):
                    return source.lineno if source is not keyword.value else site.line
    return site.line
