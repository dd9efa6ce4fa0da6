"""Which types to write beside which lines of an explanation."""

from __future__ import annotations

import ast
import re

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.type_names import short

Table = dict[int, dict[str, str]]


def table(case: Case, line: int | None, kind: str) -> Table:
    """Line -> name -> type: the failing line's names, and the earlier assignments of the names it uses.

    When returns disagree, every return is shown under the word `return`.
    """
    if line is None:
        return {}
    if case.inference is None:
        known = {name: short(a.type) for name, a in case.failure.arguments.items() if a.type is not None}
        return _in_source(case, {line: known, case.function_line(): dict(known)})
    used = dict(case.inference.uses.get(line, {}))
    assigned = case.inference.definitions.get(line, {})
    result: Table = {}
    for name in [*used, *assigned]:
        for at, type_ in case.inference.assignments(name):
            if at != line:
                result.setdefault(at, {})[name] = _shown(type_)
    result[line] = {name: _shown(type_) for name, type_ in {**assigned, **used}.items()}
    if kind == "return-types":
        for at, type_ in case.inference.returns:
            result.setdefault(at, {})["return"] = _shown(type_)
    return _in_source(case, result)


def definition_line(case: Case, line: int) -> int:
    """The line of the `def` when `line` is that of a decorator, else `line`."""
    for node in case.source.walk(ast.FunctionDef):
        decorated = [decorator.lineno for decorator in node.decorator_list]
        if decorated and min(decorated) <= line < node.lineno:
            return node.lineno
    return line


def _in_source(case: Case, types: Table) -> Table:
    """Only names that stand in the source.

    Arguments, which Numba places at the decorator, move to the def.
    """
    result: Table = {}
    for line, names in types.items():
        at = definition_line(case, line)
        text = case.source.line(at)
        shown = {name: type_ for name, type_ in names.items() if re.search(rf"\b{re.escape(name)}\b", text)}
        if shown:
            result.setdefault(at, {}).update(shown)
    return result


def _shown(type_: object) -> str:
    return "?" if type_ is None else short(type_)
