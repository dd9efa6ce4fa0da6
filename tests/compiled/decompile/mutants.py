"""Changes one thing in a decompiled text, as a wrong decompiler might: what share the checks see is their power."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any

_OPPOSITE = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Div, ast.Div: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.And: ast.Or,
    ast.Or: ast.And,
}  # fmt: skip


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """Give (kind, text) for every change that can be made to one node of `text`."""
    tree = ast.parse(text)
    for number, node in enumerate(ast.walk(tree)):
        for kind, change in _changes(node):
            changed = copy.deepcopy(tree)
            twin = next(one for place, one in enumerate(ast.walk(changed)) if place == number)
            change(twin)
            yield kind, ast.unparse(ast.fix_missing_locations(changed))


def _changes(node: Any) -> Iterator[tuple[str, Callable[[Any], None]]]:
    for rule in _RULES:
        yield from rule(node)


def _statements(node: Any) -> Iterator[tuple[str, Callable[[Any], None]]]:
    for field in ("body", "orelse", "finalbody"):
        body = getattr(node, field, None)
        if not isinstance(body, list):
            continue
        for number, statement in enumerate(body):
            if not isinstance(statement, (ast.Pass, ast.FunctionDef, ast.AsyncFunctionDef)):
                yield "drop a statement", _dropping(field, number)
            if isinstance(statement, ast.Try):
                yield "drop a try", _opening(field, number)


def _dropping(field: str, number: int) -> Callable[[Any], None]:
    def change(node: Any) -> None:
        getattr(node, field)[number] = ast.Pass()

    return change


def _opening(field: str, number: int) -> Callable[[Any], None]:
    def change(node: Any) -> None:
        body = getattr(node, field)
        guarded = body[number]
        body[number : number + 1] = [*guarded.body, *guarded.orelse, *guarded.finalbody]

    return change


def _tries(node: Any) -> Iterator[tuple[str, Callable[[Any], None]]]:
    if not isinstance(node, ast.Try):
        return
    if node.finalbody and node.handlers:
        yield "drop a finally", lambda one: one.finalbody.clear()
    if len(node.handlers) > 1 and node.handlers[-1].type is not None:
        yield "swap handlers", lambda one: one.handlers.reverse()


def _branches(node: Any) -> Iterator[tuple[str, Callable[[Any], None]]]:
    if isinstance(node, ast.If) and node.orelse:
        yield "swap branches", _swap("body", "orelse")
    if isinstance(node, ast.IfExp):
        yield "swap branches", _swap("body", "orelse")
    if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
        yield "negate", _negate


def _negate(node: Any) -> None:
    node.test = ast.UnaryOp(ast.Not(), node.test)


def _swap(one: str, other: str) -> Callable[[Any], None]:
    def change(node: Any) -> None:
        first, second = getattr(node, one), getattr(node, other)
        setattr(node, one, second)
        setattr(node, other, first)

    return change


def _operators(node: Any) -> Iterator[tuple[str, Callable[[Any], None]]]:
    if isinstance(node, (ast.BinOp, ast.AugAssign, ast.BoolOp)) and type(node.op) in _OPPOSITE:
        yield "change an operator", lambda one: setattr(one, "op", _OPPOSITE[type(one.op)]())
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _OPPOSITE:
        yield "change an operator", lambda one: one.ops.__setitem__(0, _OPPOSITE[type(one.ops[0])]())
    if isinstance(node, ast.Constant) and type(node.value) in (int, str, float):
        yield "change a constant", lambda one: setattr(one, "value", one.value * 2 + type(one.value)(3))


def _order(node: Any) -> Iterator[tuple[str, Callable[[Any], None]]]:
    if isinstance(node, ast.BinOp):
        yield "change the order", _swap("left", "right")
    if isinstance(node, ast.Call) and len(node.args) > 1:
        yield "change the order", lambda one: one.args.reverse()
    if isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) > 1 and isinstance(node.ctx, ast.Load):
        yield "change the order", lambda one: one.elts.reverse()


def _definitions(node: Any) -> Iterator[tuple[str, Callable[[Any], None]]]:
    if isinstance(node, ast.arguments) and node.defaults:
        yield "drop a default", lambda one: one.defaults.pop(0)
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        for number, statement in enumerate(node.body):
            if isinstance(statement, ast.Nonlocal):
                yield "drop a nonlocal", _dropping("body", number)


_RULES = (_statements, _tries, _branches, _operators, _order, _definitions)
