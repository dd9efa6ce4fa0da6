"""Runs the source of a compiled function statement by statement, and notes where numbers first go wrong.

Nothing of the program is executed: the interpreter walks over the syntax tree, knows arithmetic, loops, arrays and
elementary functions, and gives up (UnknownCodeError) on anything else, and after too many steps.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.concepts.syntax import last_name
from numscope.operations.lore.compiled import ELEMENTARY, MODULES, OF_MATH

_MOST_STEPS = 400_000
_MOST_ELEMENTS = 1 << 20
_ELEMENTS_A_STEP = 256
_DEEPEST = 8
_LARGEST_POWER = 64
_OPERATORS: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_COMPARISONS: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_UNARY: Mapping[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}
_BUILTIN: Mapping[str, Callable[..., Any]] = {
    "range": range,
    "prange": range,
    "len": len,
    "abs": abs,
    "min": min,
    "max": max,
    "sum": sum,
    "round": round,
    "int": int,
    "float": np.float64,
    "enumerate": enumerate,
    "zip": zip,
}
_ATTRIBUTES = frozenset(("size", "shape", "ndim", "pi", "e", "inf", "nan"))
# Functions that take numbers of elements, or run through all of what they are given.
_ALLOCATE = frozenset(("zeros", "ones", "empty", "full", "arange", "linspace"))
_RUN_THROUGH = frozenset(("sum", "min", "max"))


class UnknownCodeError(Exception):
    """The function does what is not known here."""


@dataclass(frozen=True)
class Wrong:
    """Where a number first went wrong: the line, its function, and what happened there."""

    line: int
    function: str
    sentence: str


class _Return(Exception):  # noqa: N818 - it ends a function, and is no error
    def __init__(self, value: Any) -> None:
        self.value = value


class _Break(Exception):  # noqa: N818
    pass


class _Continue(Exception):  # noqa: N818
    pass


class Interpreter:
    """Runs functions of one file. wrong: where a number first went wrong; None: nowhere so far."""

    def __init__(self, tree: ast.Module) -> None:
        self.wrong: Wrong | None = None
        self._functions = {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)}
        self._constants = {
            name.id: (node.value, names)
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            for name, names in _bindings(target)
        }
        self._steps = 0
        self._inside: list[str] = []

    def call(self, function: str, arguments: list[Any]) -> Any:
        """Return what the function gives. Raises UnknownCodeError if it can't be said."""
        body = self._functions.get(function)
        if body is None or len(self._inside) >= _DEEPEST:
            raise UnknownCodeError(function)
        names = [one.arg for one in body.args.args]
        defaults = body.args.defaults[len(body.args.defaults) - (len(names) - len(arguments)) :]
        if len(arguments) + len(defaults) != len(names) or body.args.vararg or body.args.kwarg:
            raise UnknownCodeError(function)
        given = [*arguments, *(self._value(one, {}) for one in defaults)]
        self._inside.append(function)
        try:
            self._run(body.body, dict(zip(names, given, strict=True)))
        except _Return as result:
            return result.value
        finally:
            self._inside.pop()
        return None

    def _run(self, statements: list[ast.stmt], names: dict[str, Any]) -> None:
        for statement in statements:
            self._step()
            self._execute(statement, names)

    def _step(self, elements: int = 0) -> None:
        self._steps += 1 + elements // _ELEMENTS_A_STEP
        if self._steps > _MOST_STEPS:
            raise UnknownCodeError("it takes too many steps")

    def _execute(self, statement: ast.stmt, names: dict[str, Any]) -> None:
        match statement:
            case ast.Assign(targets=targets, value=value):
                result = self._value(value, names)
                for target in targets:
                    self._bind(target, result, names)
            case ast.AugAssign(target=target, op=op, value=value):
                before = self._value(target, names)
                self._bind(target, self._compute(op, before, self._value(value, names), statement), names)
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                self._loop(target, self._value(over, names), body, names)
            case ast.While(test=test, body=body, orelse=[]):
                self._repeat(test, body, names)
            case ast.If(test=test, body=body, orelse=orelse):
                self._run(body if self._value(test, names) else orelse, names)
            case ast.Return(value=value):
                raise _Return(None if value is None else self._value(value, names))
            case ast.Break():
                raise _Break
            case ast.Continue():
                raise _Continue
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case _:
                raise UnknownCodeError(type(statement).__name__)

    def _loop(self, target: ast.expr, over: Any, body: list[ast.stmt], names: dict[str, Any]) -> None:
        for item in over:
            self._bind(target, _plain(item), names)
            if self._ends(body, names):
                return

    def _repeat(self, test: ast.expr, body: list[ast.stmt], names: dict[str, Any]) -> None:
        while self._value(test, names):
            if self._ends(body, names):
                return

    def _ends(self, body: list[ast.stmt], names: dict[str, Any]) -> bool:
        try:
            self._run(body, names)
        except _Break:
            return True
        except _Continue:
            pass
        return False

    def _bind(self, target: ast.expr, value: Any, names: dict[str, Any]) -> None:
        match target:
            case ast.Name(id=name):
                names[name] = value
            case ast.Tuple(elts=parts):
                for part, one in zip(parts, value, strict=True):
                    self._bind(part, _plain(one), names)
            case ast.Subscript(value=of, slice=index):
                array = self._value(of, names)
                if not isinstance(array, np.ndarray):
                    raise UnknownCodeError("writes to what is no array")
                array[self._value(index, names)] = value
            case _:
                raise UnknownCodeError("binds what is no name")

    def _value(self, node: ast.expr, names: dict[str, Any]) -> Any:
        match node:
            case ast.Constant(value=bool() | int() | float() | None as value):
                return np.float64(value) if isinstance(value, float) else value
            case ast.Name(id=name):
                return names[name] if name in names else self._constant(name)
            case ast.BinOp(left=left, op=op, right=right):
                return self._compute(op, self._value(left, names), self._value(right, names), node)
            case ast.UnaryOp(op=op, operand=of) if type(op) in _UNARY:
                return _UNARY[type(op)](self._value(of, names))
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARISONS:
                return _COMPARISONS[type(op)](self._value(left, names), self._value(right, names))
            case ast.BoolOp(op=op, values=values):
                wanted = isinstance(op, ast.Or)
                return (
                    next((True for one in values if bool(self._value(one, names)) == wanted), False) == wanted
                )
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._value(body if self._value(test, names) else other, names)
            case ast.Tuple(elts=parts):
                return tuple(self._value(one, names) for one in parts)
            case ast.Slice(lower=lower, upper=upper, step=step):
                return slice(
                    *(None if one is None else self._value(one, names) for one in (lower, upper, step))
                )
            case ast.Subscript(value=of, slice=index):
                return _plain(self._value(of, names)[self._value(index, names)])
            case ast.Attribute(value=of, attr=attribute) if attribute in _ATTRIBUTES:
                is_module = isinstance(of, ast.Name) and of.id in MODULES and of.id not in names
                return (
                    np.float64(getattr(np, attribute))
                    if is_module
                    else getattr(self._value(of, names), attribute)
                )
            case ast.Call(func=function, args=arguments, keywords=[]):
                return self._called(function, [self._value(one, names) for one in arguments], names, node)
            case _:
                raise UnknownCodeError(type(node).__name__)

    def _constant(self, name: str) -> Any:
        if name not in self._constants:
            raise UnknownCodeError(name)
        value, place = self._constants[name]
        result = self._value(value, {})
        return result if place is None else result[place]

    def _called(self, function: ast.expr, given: list[Any], names: dict[str, Any], node: ast.Call) -> Any:
        name = last_name(function)
        owner = function.value if isinstance(function, ast.Attribute) else None
        if owner is None and name in self._functions:
            return self.call(name, given)
        if name in _ALLOCATE or name in _RUN_THROUGH:
            _limit(
                prod(one) if isinstance(one, tuple) else len(one) if isinstance(one, range) else one
                for one in given
            )
        if owner is None and name in _BUILTIN:
            return _plain(_BUILTIN[name](*given))
        if owner is not None and not (
            isinstance(owner, ast.Name) and owner.id in MODULES and owner.id not in names
        ):
            given = [self._value(owner, names), *given]
        if name in ELEMENTARY:
            # What memory happens to hold must not decide an answer.
            result = getattr(np, name.replace("empty", "zeros"))(*given)
        elif name in OF_MATH:
            result = _of_math(name, given)
        else:
            raise UnknownCodeError(name)
        self._step(np.size(result))
        return self._noted(_plain(result), given, node, f"has no finite result in `{ast.unparse(node)}`")

    def _compute(self, op: ast.operator, left: Any, right: Any, node: ast.expr | ast.stmt) -> Any:
        self._step(_limit([prod(np.broadcast_shapes(np.shape(left), np.shape(right)))]))
        compute = None if isinstance(left, tuple) or isinstance(right, tuple) else _OPERATORS.get(type(op))
        if compute is None or (isinstance(op, ast.Pow) and isinstance(right, int) and right > _LARGEST_POWER):
            raise UnknownCodeError(type(op).__name__)
        divides = isinstance(op, (ast.Div, ast.FloorDiv, ast.Mod)) and not np.all(right)
        left = np.float64(left) if divides and isinstance(left, int) else left
        result = compute(left, right)
        if isinstance(result, int) and not isinstance(result, bool):
            return self._in_range(result, node)
        said = "divides by zero" if divides else "leaves the range of its numbers"
        return self._noted(result, (left, right), node, f"{said} in `{_first_line(node)}`")

    def _in_range(self, exact: int, node: ast.expr | ast.stmt) -> int:
        wrapped = (exact + (1 << 63)) % (1 << 64) - (1 << 63)
        if wrapped != exact:
            self._note(node, f"leaves the range of its integers: {exact} becomes {wrapped}")
        return wrapped

    def _noted(self, result: Any, given: Any, node: ast.expr | ast.stmt, said: str) -> Any:
        if self.wrong is None and not _finite(result) and all(map(_finite, given)):
            self._note(node, said)
        return result

    def _note(self, node: ast.expr | ast.stmt, said: str) -> None:
        if self.wrong is None:
            self.wrong = Wrong(node.lineno, self._inside[-1] if self._inside else "", said)


def _limit(sizes: Iterable[Any]) -> int:
    """Return the largest of these sizes. Raises UnknownCodeError if it is too large."""
    largest = max(
        (int(one) for one in sizes if isinstance(one, (int, float)) and math.isfinite(one)), default=0
    )
    if largest > _MOST_ELEMENTS:
        raise UnknownCodeError("its arrays are too large")
    return largest


def _bindings(target: ast.expr) -> list[tuple[ast.Name, int | None]]:
    """Return the names that a target binds, each with its place in a tuple."""
    if isinstance(target, ast.Name):
        return [(target, None)]
    parts = target.elts if isinstance(target, ast.Tuple) else []
    return [(one, place) for place, one in enumerate(parts) if isinstance(one, ast.Name)]


def _plain(value: Any) -> Any:
    """Return an integer of NumPy as Python's, whose range is watched; all else as it is."""
    if isinstance(value, (np.integer, np.bool_)):
        return value.item()
    return np.float64(value) if isinstance(value, float) else value


def _of_math(name: str, given: list[Any]) -> Any:
    try:
        return np.float64(getattr(math, name)(*given))
    except ValueError:
        return np.float64(np.nan)
    except OverflowError:
        return np.float64(np.inf)


def _finite(value: Any) -> bool:
    is_number = isinstance(value, (float, np.ndarray)) and np.asarray(value).dtype.kind in "fc"
    return not is_number or bool(np.isfinite(value).all())


def _first_line(node: ast.expr | ast.stmt) -> str:
    return ast.unparse(node).splitlines()[0]
