"""Which elements an index picks, worked out from the index as it was recorded."""

from __future__ import annotations

import ast

import numpy as np

from numscope.analysis.concepts.recorded_index import INDEX_ERRORS, recorded_index
from numscope.trace import Operation

# Larger arrays are not drawn whole, so what is picked of them is not either.
_MOST = 5_000


def picked(operation: Operation) -> tuple[int, ...] | None:
    """Flat positions (C order) of the elements of the first input that its index picks, in the order of the result.

    None where the index is not known, or the array is too large to be drawn.
    """
    source = next(operand for operand in operation.operands if operand.role in ("input", "argument"))
    count = int(np.prod(source.shape or (1,)))
    if source.shape is None or count > _MOST:
        return None
    try:
        places = np.arange(count).reshape(source.shape)[recorded_index(operation)]
    except INDEX_ERRORS:
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
