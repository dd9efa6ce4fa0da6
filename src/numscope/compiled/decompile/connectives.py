"""`and` and `or` of two expressions, written without brackets where one of them is of the same kind."""

from __future__ import annotations

import ast
from typing import Any


def both(one: ast.expr, two: ast.expr) -> ast.expr:
    """Write `one and two`."""
    return ast.BoolOp(ast.And(), [*_operands(one, ast.And), *_operands(two, ast.And)])


def either(one: ast.expr, two: ast.expr) -> ast.expr:
    """Write `one or two`."""
    return ast.BoolOp(ast.Or(), [*_operands(one, ast.Or), *_operands(two, ast.Or)])


def _operands(test: ast.expr, operator: Any) -> list[ast.expr]:
    """Give the operands of an `and` or `or`, unless it was a value before it was tested."""
    if isinstance(test, ast.BoolOp) and isinstance(test.op, operator) and not getattr(test, "valued", False):
        return test.values
    return [test]
