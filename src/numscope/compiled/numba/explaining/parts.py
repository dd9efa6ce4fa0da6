"""Which part of a statement does not compile: its expressions are compiled one by one, the smallest first.

What Numba's text says does not matter here. Nothing is run.
"""

from __future__ import annotations

import ast
import builtins
import copy
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from numscope.compiled.numba.explaining.case import Case
from numscope.compiled.numba.explaining.source import first_line
from numscope.compiled.numba.explaining.support import has_attribute
from numscope.compiled.numba.explaining.trying.rebuilding import names_seen

LONGEST_S = 4.0  # Of processor time, for one failure.
_PART = "part_of_statement"


@dataclass
class FailingPart:
    """An expression that fails while its operands compile; `accepted`: the same call with less, which compiles."""

    node: ast.expr
    operands: list[tuple[ast.expr, Any]]
    accepted: ast.Call | None = None


class Parts:
    """Compiles the expressions of a failing line with the types that their variables have there."""

    def __init__(self, case: Case) -> None:
        function = case.failure.function
        self._case = case
        self._globals = names_seen(function) if isinstance(function, FunctionType) else {}
        self._until = time.thread_time() + LONGEST_S
        self.all_known = True

    def failing(self, statement: ast.stmt) -> FailingPart | None:
        """Return the smallest expression of a statement that does not compile by itself; None: each compiles."""
        expressions = sorted(_expressions(statement), key=lambda node: sum(1 for _ in ast.walk(node)))
        called = {id(node.func) for node in expressions if isinstance(node, ast.Call)}
        for node in expressions:
            if id(node) in called and self._has(node):  # a method is no value of its own
                continue
            if self.compiles(node) is False:
                operands = [(one, self._type(one)) for one in _operands(node)]
                return FailingPart(node, operands, self._accepted(node))
        return None

    def compiles(self, node: ast.expr) -> bool | None:
        """Tell whether an expression compiles; None: the types of its variables are not known, or time is up."""
        types = self._types_of_names(node)
        if types is None or time.thread_time() > self._until:
            self.all_known = False
            return None
        return self._compiled(ast.Expr(node), types) is not None

    def _has(self, node: ast.expr) -> bool:
        """Tell whether compiled code knows the attribute that an expression reads."""
        type_ = self._type(node.value) if isinstance(node, ast.Attribute) else None
        return isinstance(node, ast.Attribute) and type_ is not None and has_attribute(type_, node.attr)

    def _type(self, node: ast.expr) -> Any:
        """The type that an expression has in compiled code; None: not known."""
        types = self._types_of_names(node)
        if isinstance(node, ast.Name) and types:
            return types[node.id]
        if types is None or time.thread_time() > self._until:
            return None
        compiled = self._compiled(ast.Return(node), types)
        return compiled.nopython_signatures[0].return_type if compiled is not None else None

    def _accepted(self, node: ast.expr) -> ast.Call | None:
        """Return the longest call with fewer arguments that compiles."""
        if not isinstance(node, ast.Call):
            return None
        return next((call for call in _shorter(node) if self.compiles(call)), None)

    def _types_of_names(self, node: ast.expr) -> dict[str, Any] | None:
        names = [one for one in ast.walk(node) if isinstance(one, ast.Name)]
        bound = {one.id for one in names if not isinstance(one.ctx, ast.Load)}
        bound |= {one.arg for one in ast.walk(node) if isinstance(one, ast.arg)}
        types = {}
        for name in {one.id for one in names} - bound:
            type_ = self._case.type_at(name)
            if type_ is None and name in self._case.failure.arguments:
                type_ = self._case.failure.arguments[name].type
            if type_ is not None:
                types[name] = type_
            elif name not in self._globals and not hasattr(builtins, name):
                return None
        return types

    def _compiled(self, statement: ast.stmt, types: dict[str, Any]) -> Any:
        """Return a compiled function of one statement, or None."""
        import numba

        definition = ast.parse(f"def {_PART}({', '.join(types)}): pass").body[0]
        assert isinstance(definition, ast.FunctionDef)
        definition.body = [copy.deepcopy(statement)]
        module = ast.fix_missing_locations(ast.Module([definition], []))
        names = dict(self._globals)
        try:
            exec(compile(module, self._case.source.path, "exec"), names)
            dispatcher = numba.njit(names[_PART])
            dispatcher.compile(tuple(types.values()))
        except Exception:  # noqa: BLE001 - whatever the compiler raises: this part does not compile
            return None
        return dispatcher


def statement_at(case: Case) -> ast.stmt | None:
    """Return the innermost statement on the failing line; a definition begins at its decorators."""
    found = [
        node
        for node in case.source.walk(ast.stmt)
        if case.line and first_line(node) <= case.line <= (node.end_lineno or node.lineno)
    ]
    return max(found, key=lambda node: (node.lineno, node.col_offset), default=None)


def statements_of(case: Case) -> list[ast.stmt]:
    """Return the statement on the failing line; where no line is known every statement of the function."""
    if case.line:
        statement = statement_at(case)
        return [statement] if statement is not None else []
    definition = case.source.function(case.failure.name, case.function_line())
    inside = ast.walk(definition) if definition is not None else ()
    found = [node for node in inside if isinstance(node, ast.stmt) and not isinstance(node, ast.With)]
    return sorted(found[1:], key=lambda node: node.lineno)


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement that have a value, without those in the blocks inside of it."""
    for field in ast.iter_child_nodes(statement):
        if isinstance(field, ast.stmt):
            continue
        for node in ast.walk(field):
            loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            if isinstance(node, _WITH_PARTS) and loaded:
                yield node


_WITH_PARTS = (
    ast.Call, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare, ast.BoolOp, ast.IfExp, ast.List,
    ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.JoinedStr,
)  # fmt: skip


def _operands(node: ast.expr) -> list[ast.expr]:
    """Return the expressions whose values an expression takes, in their order: for a method call its object first."""
    if isinstance(node, ast.Call):
        first = [node.func.value] if isinstance(node.func, ast.Attribute) else []
        return [*first, *node.args, *(given.value for given in node.keywords)]
    return [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr)]


def _shorter(call: ast.Call) -> Iterator[ast.Call]:
    """Yield a call without one of its keywords, without all, and with fewer and fewer arguments by position."""
    for number in range(len(call.keywords)) if len(call.keywords) > 1 else ():
        yield ast.Call(call.func, call.args, call.keywords[:number] + call.keywords[number + 1 :])
    if call.keywords:
        yield ast.Call(call.func, call.args, [])
    for count in reversed(range(len(call.args))):
        yield ast.Call(call.func, call.args[:count], [])
