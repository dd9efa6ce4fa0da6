"""Indexes that do not fit their arrays, said in words."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from numscope.compiled.numba.explaining.source import Source


def index_errors(file: str | None, line: int, values: Mapping[str, Any]) -> Iterator[str]:
    """Indexes on the line that do not fit their arrays, with the values the variables have there."""
    if file is None:
        return
    source = Source.of(file)
    for node in source.nodes(ast.Subscript, line):
        array = values.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if not isinstance(array, (np.ndarray, list, tuple)):
            continue
        shape = array.shape if isinstance(array, np.ndarray) else (len(array),)
        indexes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for axis, (index, size) in enumerate(zip(indexes, shape, strict=False)):
            value = _evaluate(index, values)
            if isinstance(value, (int, np.integer)) and not -size <= int(value) < size:
                along = f" along axis {axis}" if len(shape) > 1 else ""
                yield f"index {value} into `{source.text(node.value)}`, which has {size} items{along}"


def _evaluate(expression: ast.expr, values: Mapping[str, Any]) -> Any:
    """The value of an index made of variables, numbers and arithmetic; None when it is more than that."""
    allowed = (ast.Name, ast.Load, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
    if not all(isinstance(node, allowed) for node in ast.walk(expression)):
        return None
    code = compile(ast.Expression(expression), "<index>", "eval")
    try:
        return eval(code, {"__builtins__": {}}, dict(values))
    except (NameError, TypeError, ArithmeticError):
        return None
