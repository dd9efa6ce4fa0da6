"""Constants of a code object as expressions that compile to the same constants."""

from __future__ import annotations

import ast
import dis
import math
from types import CodeType
from typing import Any

from numscope.compiled.decompile.errors import DecompilationError
from numscope.compiled.decompile.nodes import MadeFunction

_LOAD = ast.Load()
_OPERATIONS = ("UNARY_", "BINARY_")


def constant(value: Any) -> ast.expr:
    """Write a constant; raises DecompilationError for a type no literal makes."""
    kind = type(value)
    if kind is str or value is None or kind is bool or value is Ellipsis or kind is bytes:
        return ast.Constant(value)
    if kind is int:
        return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))
    if kind is float:
        return _real(value)
    if kind is complex:
        return _complex(value)
    if kind is tuple:
        return ast.Tuple([constant(element) for element in value], _LOAD)
    if kind is frozenset:
        # Only `in` a set display is compiled to one; the elements' order is of no consequence.
        return ast.Set([constant(element) for element in sorted(value, key=repr)])
    if kind is slice:
        parts = [None if part is None else constant(part) for part in (value.start, value.stop, value.step)]
        return ast.Slice(*parts)
    if isinstance(value, CodeType):
        return MadeFunction(value)
    raise DecompilationError(f"a constant of type {kind.__name__} has no literal")


def _real(value: float) -> ast.expr:
    if math.isnan(value):
        # inf - inf is folded into a quiet NaN.
        return ast.BinOp(ast.Constant(math.inf), ast.Sub(), ast.Constant(math.inf))
    if math.copysign(1.0, value) < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def _complex(value: complex) -> ast.expr:
    imaginary: ast.expr = ast.Constant(complex(0, abs(value.imag)))
    if math.copysign(1.0, value.real) > 0 and value.real == 0:
        if math.copysign(1.0, value.imag) > 0:
            return imaginary
        return ast.BinOp(ast.Constant(0.0), ast.Sub(), imaginary)
    sign = ast.Add() if math.copysign(1.0, value.imag) > 0 else ast.Sub()
    return ast.BinOp(_real(value.real), sign, imaginary)


def is_constant(value: ast.expr) -> bool:
    """Say whether an expression is a constant, or a display of constants or an operation on some."""
    if isinstance(value, (ast.Tuple, ast.Set)):
        return all(is_constant(element) for element in value.elts)
    if isinstance(value, ast.UnaryOp):
        return is_constant(value.operand)
    if isinstance(value, ast.BinOp):
        return is_constant(value.left) and is_constant(value.right)
    return isinstance(value, ast.Constant)


def is_folded(value: ast.expr) -> bool:
    """Say whether the compiler makes one constant of an expression, alone or in a tuple."""
    if not is_constant(value) or isinstance(value, ast.Set):
        return False
    whole = ast.fix_missing_locations(ast.Expression(value))
    return not any(
        step.opname.startswith(_OPERATIONS) for step in dis.get_instructions(compile(whole, "", "eval"))
    )


def known_choice(value: ast.expr) -> ast.expr:
    """Write a constant as a choice that is known: the compiler drops the test, and folds nothing with the value."""
    return ast.IfExp(ast.Constant(True), value, ast.Constant(None))
