"""The index of `a[...]` and of `a[...] = x`, as it was recorded."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

from numscope.errors import NumscopeError
from numscope.trace import Operand, Operation

# What comes of an index that is not known whole, or does not fit the array.
INDEX_ERRORS = (
    NumscopeError,
    ValueError,
    TypeError,
    IndexError,
    SyntaxError,
    OverflowError,
    RecursionError,
)


def recorded_index(operation: Operation) -> Any:
    """Return the index that an operation is given behind its array. Raises one of `INDEX_ERRORS`."""
    _, *rest = [operand for operand in operation.operands if operand.role in ("input", "argument")]
    arrays = {f"${operand.item}": operand for operand in rest if operand.item}
    index = next((operand for operand in rest if operand.position == 1 and not operand.item), None)
    if index is None:
        raise ValueError("no index was recorded")
    return _index(index, arrays)


def _index(operand: Operand, arrays: Mapping[str, Operand]) -> Any:
    if operand.is_array() or operand.kind in ("int", "bool"):
        return operand.value()
    if operand.kind == "none":
        return None
    if not isinstance(operand.literal, str):
        raise ValueError("an index of unknown kind")
    text = operand.literal
    for name in sorted(arrays, key=len, reverse=True):
        text = text.replace(name, f"_{name[1:]}")
    return _evaluate(ast.parse(text, mode="eval").body, arrays)


def _evaluate(node: ast.expr, arrays: Mapping[str, Operand]) -> Any:
    """The value of what an index may be made of, and of nothing else. Raises ValueError."""
    if isinstance(node, (ast.Tuple, ast.List)):
        parts = [_evaluate(part, arrays) for part in node.elts]
        return tuple(parts) if isinstance(node, ast.Tuple) else parts
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, bool, type(None), type(...))):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_evaluate(node.operand, arrays)
    if isinstance(node, ast.Name) and node.id == "Ellipsis":
        return ...
    if isinstance(node, ast.Name) and f"${node.id[1:]}" in arrays:
        return arrays[f"${node.id[1:]}"].value()
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "slice":
        return slice(*(_evaluate(part, arrays) for part in node.args))
    raise ValueError("no index")
