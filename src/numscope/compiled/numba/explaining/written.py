"""What failed as the source writes it: Numba names its implementation (`unicode_find`), the user wrote `s.find`."""

from __future__ import annotations

import ast

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.source import Node, Source

_LONGEST = 60
_MOST_LINES = 20
_ITEMS = ("getitem", "setitem", "delitem", "static_getitem", "static_setitem")
_FUNCTION_OF = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.LShift: "lshift", ast.RShift: "rshift", ast.BitAnd: "and_", ast.BitOr: "or_",
    ast.BitXor: "xor", ast.MatMult: "matmul", ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le",
    ast.Gt: "gt", ast.GtE: "ge", ast.In: "contains", ast.NotIn: "contains", ast.Is: "is_", ast.IsNot: "is_not",
}  # fmt: skip


def as_written(case: Case) -> str:
    """Return the source of the call, item or operator that found no implementation; "": it can't be told which."""
    attempt = case.attempt
    if attempt is None:
        return ""
    if attempt.name in _ITEMS:
        return _only([case.source.text(node) for node in _on_line(case.source, ast.Subscript, case.line)])
    call = failed_call(case)
    if call is not None:
        return _fitting(f"{case.source.text(call.func)}(...)", case.source.text(call))
    return _operation(case, attempt.name.removeprefix("i"), attempt.name)


def failed_call(case: Case) -> ast.Call | None:
    """Return the call on the failing line that found no implementation, as far as one can be told from the others."""
    attempt = case.attempt
    calls = _on_line(case.source, ast.Call, case.line)
    if attempt is None or not calls:
        return None
    ranked = sorted(calls, key=lambda call: _likeness(case.source, call, attempt.name), reverse=True)
    best = _likeness(case.source, ranked[0], attempt.name)
    if best == 0:
        fitting = [call for call in calls if _takes(call, len(attempt.arguments) + len(attempt.keywords))]
        return fitting[0] if len(fitting) == 1 and not _is_operator(attempt.name) else None
    return ranked[0]


def _is_operator(name: str) -> bool:
    return name in _FUNCTION_OF.values() or name.removeprefix("i") in _FUNCTION_OF.values() or name in _ITEMS


def _likeness(source: Source, call: ast.Call, name: str) -> int:
    called = source.text(call.func).rpartition(".")[2]
    return 2 if called == name else int(name.endswith(f"_{called}"))


def _takes(call: ast.Call, count: int) -> bool:
    """Tell whether a call may pass so many arguments, its object among them if it is a method's."""
    given = len(call.args) + len(call.keywords)
    return given == count or (isinstance(call.func, ast.Attribute) and given + 1 == count)


def _operation(case: Case, operator: str, name: str) -> str:
    found: list[ast.AST] = [
        node
        for node in _on_line(case.source, ast.BinOp, case.line)
        if _FUNCTION_OF.get(type(node.op)) in (name, operator)
    ]
    for node in _on_line(case.source, ast.AugAssign, case.line):
        if _FUNCTION_OF.get(type(node.op)) == operator:
            found.append(node)
    for comparison in _on_line(case.source, ast.Compare, case.line):
        if any(_FUNCTION_OF.get(type(one)) in (name, operator) for one in comparison.ops):
            found.append(comparison)
    return _only([case.source.text(node) for node in found])


def _on_line(source: Source, kind: type[Node], line: int | None) -> list[Node]:
    """Return the nodes of a kind that a line is part of, the leftmost first."""
    if line is None:
        return []
    found = [
        node
        for node in source.walk(kind)
        if getattr(node, "lineno", 0) <= line <= (getattr(node, "end_lineno", 0) or 0)
        and (getattr(node, "end_lineno", 0) or 0) - getattr(node, "lineno", 0) < _MOST_LINES
    ]
    return sorted(found, key=lambda node: (getattr(node, "lineno", 0), getattr(node, "col_offset", 0)))


def _only(texts: list[str]) -> str:
    return _fitting(texts[0].partition("\n")[0], texts[0]) if len(texts) == 1 else ""


def _fitting(short: str, whole: str) -> str:
    return whole if len(whole) <= _LONGEST and "\n" not in whole and "`" not in whole else short
