"""Which elements an index picks, worked out from the index as it was recorded."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Any

import numpy as np

from numscope.errors import NumscopeError
from numscope.trace import Operand, Operation

# Larger arrays are not drawn whole, so what is picked of them is not either.
_MOST = 5_000


def picked(operation: Operation) -> tuple[int, ...] | None:
    """Flat positions (C order) of the elements of the first input that its index picks, in the order of the result.

    None where the index is not known, or the array is too large to be drawn.
    """
    source, *rest = [operand for operand in operation.operands if operand.role in ("input", "argument")]
    count = int(np.prod(source.shape or (1,)))
    if source.shape is None or count > _MOST or not rest:
        return None
    arrays = {f"${operand.item}": operand for operand in rest if operand.item}
    index = next((operand for operand in rest if operand.position == 1 and not operand.item), None)
    if index is None:
        return None
    try:
        places = np.arange(count).reshape(source.shape)[_index(index, arrays)]
    except (NumscopeError, ValueError, TypeError, IndexError, SyntaxError, OverflowError, RecursionError):
        return None
    return tuple(np.asarray(places).ravel().tolist())


def index_text(text: str) -> str:
    """An index as it is written between brackets: `(slice(None, None, 2), 1)` is `::2, 1`."""
    try:
        node = ast.parse(text.replace("$", "_"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError):
        return text
    parts = node.elts if isinstance(node, ast.Tuple) and node.elts else [node]
    return ", ".join(_written(part) for part in parts).replace("_", "$")


def _written(node: ast.expr) -> str:
    if isinstance(node, ast.Name) and node.id == "Ellipsis":
        return "..."
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "slice":
        start, stop, step = ("" if ast.unparse(part) == "None" else ast.unparse(part) for part in node.args)
        return f"{start}:{stop}:{step}" if step else f"{start}:{stop}"
    return ast.unparse(node)


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
