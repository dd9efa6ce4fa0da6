"""Where in the source a number is written that an expression stands for: `RATE` in `w -= RATE * g` is `RATE = 0.5`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from numscope.analysis.concepts.syntax import last_name

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_DEEPEST = 6


@dataclass(frozen=True)
class Constant:
    """A number in the source. name: the one it was given there; empty where it stands in an expression."""

    line: int
    value: float
    name: str


class Constants:
    """Finds the numbers behind the expressions of a program. tree: its text."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree

    @property
    def tree(self) -> ast.Module:
        """The program as a tree, of which the nodes are."""
        return self._tree

    def behind(self, node: ast.expr, name: str = "", depth: int = _DEEPEST) -> Constant | None:
        """Return the number that `node` stands for; None if it is computed, or could be one of several."""
        value = _number(node)
        if value is not None:
            return Constant(node.lineno, value, name)
        if depth == 0:
            return None
        found = {
            constant
            for bound, source in self._sources(node)
            if (constant := self.behind(source, bound, depth - 1)) is not None
        }
        return found.pop() if len(found) == 1 else None

    def holding(self, node: ast.AST, value: float | str, depth: int = 3) -> int | None:
        """Return the line where a value is written in `node`, or in what its names are bound to; None: in neither."""
        for one in ast.walk(node):
            if isinstance(one, ast.expr) and (one.value if _is_text(one) else _number(one)) == value:
                return one.lineno
        if depth == 0:
            return None
        behind = (source for one in ast.walk(node) for _, source in self._sources(one))
        lines = (self.holding(source, value, depth - 1) for source in behind)
        return next((line for line in lines if line is not None), None)

    def _sources(self, node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
        """Yield the expressions that a name or an attribute may have been bound to, with its name."""
        if isinstance(node, ast.Name):
            yield from ((node.id, source) for source in self._bound_to(node))
        elif isinstance(node, ast.Attribute):
            yield from ((node.attr, source) for source in self._attributes(node.attr))
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
            yield from self._under(node.value, node.slice.value)

    def _under(self, mapping: ast.expr, key: object) -> Iterator[tuple[str, ast.expr]]:
        """Yield what a mapping in the text, as one of settings, has under a key."""
        for _, source in self._sources(mapping):
            pairs = zip(source.keys, source.values, strict=True) if isinstance(source, ast.Dict) else ()
            yield from ((str(key), value) for one, value in pairs if getattr(one, "value", None) == key)

    def _bound_to(self, node: ast.Name) -> Iterator[ast.expr]:
        function = self._function_around(node)
        if function is not None:
            local = list(_assigned(function, node.id))
            if local or node.id in _parameters(function):
                yield from local or self._given(function, node.id)
                return
        yield from _assigned(self._tree, node.id)

    def _given(self, function: ast.FunctionDef | ast.AsyncFunctionDef, parameter: str) -> Iterator[ast.expr]:
        """Yield what calls give for a parameter; its default if none gives anything."""
        owner = next((one for one in ast.walk(self._tree) if function in getattr(one, "body", ())), None)
        of_class = isinstance(owner, ast.ClassDef)
        name = (
            owner.name if isinstance(owner, ast.ClassDef) and function.name == "__init__" else function.name
        )
        names = _parameters(function)[1 if of_class else 0 :]
        given = list(self._arguments(name, names, parameter))
        default = _defaults(function).get(parameter)
        yield from given or ([default] if default is not None else [])

    def _arguments(self, called: str, names: list[str], parameter: str) -> Iterator[ast.expr]:
        place = names.index(parameter) if parameter in names else -1
        for call in ast.walk(self._tree):
            if not isinstance(call, ast.Call) or last_name(call.func) != called:
                continue
            yield from (keyword.value for keyword in call.keywords if keyword.arg == parameter)
            if 0 <= place < len(call.args):
                yield call.args[place]

    def _attributes(self, name: str) -> Iterator[ast.expr]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Assign):
                yield from (value for target, value in _pairs(node) if _is_own(target, name))
            elif isinstance(node, ast.ClassDef):
                fields = _fields(node)
                given = list(self._arguments(node.name, fields, name)) if name in fields else []
                yield from given or _assigned_in(node.body, name)

    def _function_around(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
        line = getattr(node, "lineno", 0)
        around = [
            one
            for one in ast.walk(self._tree)
            if isinstance(one, _FUNCTIONS) and one.lineno <= line <= (one.end_lineno or one.lineno)
        ]
        return max(around, key=lambda one: one.lineno, default=None)


def numbers_written(tree: ast.Module) -> list[float]:
    """Return the numbers in a program's text in their order; those with a sign of their own with it."""
    signed = {
        id(node.operand)
        for node in ast.walk(tree)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    }
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and _number(node) is not None]
    nodes.sort(key=lambda node: (node.lineno, node.col_offset))
    return [-(_number(node) or 0.0) if id(node) in signed else _number(node) or 0.0 for node in nodes]


def _is_text(node: ast.AST) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _number(node: ast.expr) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        value = _number(node.operand)
        return None if value is None else -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return float(node.value)  # type: ignore[arg-type]
    return None


def _assigned(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    """Yield what a scope binds a name to, without the functions and classes in it."""
    for node in getattr(scope, "body", ()):
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            yield from _assigned_in(ast.walk(node), name)


def _assigned_in(nodes: object, name: str) -> Iterator[ast.expr]:
    for node in nodes:  # type: ignore[attr-defined]
        if isinstance(node, ast.Assign):
            pairs = _pairs(node)
        else:
            pairs = (
                [(node.target, node.value)]
                if isinstance(node, ast.AnnAssign) and node.value is not None
                else []
            )
        yield from (value for target, value in pairs if isinstance(target, ast.Name) and target.id == name)


def _pairs(node: ast.Assign) -> list[tuple[ast.expr, ast.expr]]:
    """Return what an assignment binds to what: each part of `self.rate, self.start = rate, start`."""
    found: list[tuple[ast.expr, ast.expr]] = []
    for target in node.targets:
        parts = target.elts if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple) else []
        values = node.value.elts if isinstance(node.value, ast.Tuple) else []
        found += (
            zip(parts, values, strict=True) if len(parts) == len(values) and parts else [(target, node.value)]
        )
    return found


def _fields(node: ast.ClassDef) -> list[str]:
    """Return the names that a class without a constructor of its own takes, as a dataclass does."""
    if any(isinstance(one, _FUNCTIONS) and one.name == "__init__" for one in node.body):
        return []
    return [
        one.target.id
        for one in node.body
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
    ]


def _is_own(target: ast.expr, name: str) -> bool:
    return isinstance(target, ast.Attribute) and target.attr == name


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    arguments = function.args
    return [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _defaults(function: ast.FunctionDef | ast.AsyncFunctionDef) -> dict[str, ast.expr]:
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs = zip(reversed(plain), reversed(arguments.defaults), strict=False)
    named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return {one.arg: value for one, value in (*pairs, *named) if value is not None}
