"""Which line gives a setting by which a call differs from all calls of this name in the first program.

`SETTINGS = dict(window="hann", detrend=False)` is written once, and `signal.welch(x, **SETTINGS)` says nothing of it. A
setting that is lost is lost there, too.
"""

from __future__ import annotations

import ast

from numscope.analysis.concepts.callers import function_around, only_call
from numscope.analysis.concepts.number_flow import came_from
from numscope.analysis.concepts.program import Program, program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Site, Trace

_NAMED = "select id from operations where name = ? and depth = 0 order by id limit 50"


def keyword_behind(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that gives the one setting of a call which no call of the first has.

    Or which gives the others, and not one that all calls of the first have.

    None if it is written at the line of the call, or can't be followed to one line.
    """
    site = parted.user_site or parted.site
    others = first.operations.fetch(first.ask(_NAMED, [parted.name])["id"].to_pylist())
    before, now = [_settings(one) for one in others], _settings(parted)
    new = [name for name in now if all(one.get(name, now[name]) != now[name] for one in before)]
    lost = (
        [name for name in before[0] if name not in now and all(name in one for one in before)]
        if before
        else []
    )
    if site is None or not before or len(new) + len(lost) != 1:
        return None
    program = program_of(second, site)
    line = _line_of(new[0] if new else None, parted.name.rpartition(".")[2], program, site)
    if line is None or (made := program.site(line, site)).place == site.place:
        return None
    old = others[0].user_site or others[0].site
    return SourceChange(None, None, *made.place, ("" if old is None else old.source.strip(), made.source))


def _settings(operation: Operation) -> dict[str, str]:
    """Return what a call was given by name that is no array, as text."""
    given = [one for one in operation.operands if one.role == "argument" and one.name and not one.is_array()]
    return {one.name: repr(one.literal) for one in given if one.name}


def _line_of(name: str | None, called: str, program: Program, site: Site) -> int | None:
    """Return the line at which a keyword of the call at a place has its value; None: at which its others stand."""
    at = program.line(site)
    calls = [
        node
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Call)
        and node.lineno <= at <= (node.end_lineno or at)
        and last_name(node.func) == called
    ]
    lines = {
        value.lineno
        for call in calls
        for keyword in call.keywords
        if (value := _value(keyword, name, program.tree)) is not None
    }
    return lines.pop() if len(lines) == 1 else None


def _value(keyword: ast.keyword, name: str | None, tree: ast.Module) -> ast.expr | None:
    """Return the expression that gives the setting `name`, if a keyword of a call does: alone, or with `**`.

    name: None for all that `**` gives.
    """
    source = came_from(tree, keyword.value)[-1]
    if not isinstance(source, ast.expr) or keyword.arg not in (name, None):
        return None
    if keyword.arg is None and (call := _handing_on(tree, source)) is not None:
        return next((one.value for one in call.keywords if one.arg == name), None if name else call)
    if keyword.arg == name:
        return source
    if isinstance(source, ast.Call) and last_name(source.func) == "dict":
        return next((one.value for one in source.keywords if one.arg == name), None)
    if isinstance(source, ast.Dict):
        entries = zip(source.keys, source.values, strict=True)
        return next((value for key, value in entries if getattr(key, "value", None) == name), None)
    return None


def _handing_on(tree: ast.Module, source: ast.expr) -> ast.Call | None:
    """Return the only call of the function around `**options`, if that is what it is given by name."""
    function = function_around(tree, source.lineno)
    rest = None if function is None else function.args.kwarg
    if function is None or rest is None or not isinstance(source, ast.Name) or source.id != rest.arg:
        return None
    return only_call(tree, function)
