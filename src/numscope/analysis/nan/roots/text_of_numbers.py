"""Text that a line makes of whole numbers as they are: 7 becomes "7", without zeros before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import last_name
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.labels import TEXTS
from numscope.operations.lore.spellings import CONVERTS
from numscope.trace import Operation

_MOST = 1000


def makes_text(node: ast.expr) -> bool:
    """Return whether an expression converts to text: `column.astype(str)`, `table.astype({"a": "str"})`."""
    if not isinstance(node, ast.Call) or last_name(node.func) not in CONVERTS:
        return False
    given = [*node.args, *(one.value for one in node.keywords)]
    values = [value for one in given for value in (one.values if isinstance(one, ast.Dict) else [one])]
    return any(str(getattr(one, "value", last_name(one))) in TEXTS for one in values)


def texts_made(operation: Operation) -> Iterator[str]:
    """Yield the text of each of the first whole numbers that an operation was given, if it is one that converts."""
    if function_name(operation.name) not in CONVERTS:
        return
    for operand in operation.operands:
        values = numbers_of(operand) if operand.is_array() and operand.role != "output" else None
        if values is not None and values.dtype.kind in "iu":
            yield from map(str, np.unique(values)[:_MOST])
