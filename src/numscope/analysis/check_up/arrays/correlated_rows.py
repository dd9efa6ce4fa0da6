"""Correlations between samples where those between measurements are meant: NumPy takes rows for variables."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ROWVAR
from numscope.analysis.concepts.syntax import parsed
from numscope.trace import Operation

KIND = "sample-axis"
_BETWEEN_ROWS = ("corrcoef", "cov")
_DECOMPOSES = ("eigvalsh", "eigh", "eigvals", "eig")
_BY_COLUMN = ("mean", "std", "var")
_SAYS = "rowvar"
# A table of samples is that much longer than wide.
_LONGER = 10


def correlated_rows(evidence: Evidence) -> Iterator[Finding]:
    """Yield correlations between the rows of a long table whose columns the program takes by number, or alone."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _BETWEEN_ROWS):
        shape = _long(operation)
        if call.id in found or shape is None:
            continue
        if not _takes_columns(call) and not _is_decomposed(evidence, operation, shape):
            continue
        found.add(call.id)
        rows, columns = shape
        problem = (
            f"takes the {rows:,} rows for variables of {columns} values each, and gives a table of {rows:,} x "
            f"{rows:,}; elsewhere the program takes the columns one by one: the {columns} columns are the variables"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, ROWVAR)


def _long(operation: Operation) -> tuple[int, int] | None:
    arrays = [one for one in operation.inputs if one.is_array()]
    if len(arrays) != 1 or any(one.name == _SAYS for one in operation.operands):
        return None
    shape = arrays[0].shape or ()
    return (shape[0], shape[1]) if len(shape) == 2 and shape[0] >= _LONGER * shape[1] > _LONGER else None


def _is_decomposed(evidence: Evidence, operation: Operation, shape: tuple[int, int]) -> bool:
    """Return whether eigenvalues are taken of a matrix most of which are 0, and averages column by column alone.

    The matrix has no higher rank than the table has columns.
    """
    made = {one.hash for one in operation.outputs}
    if not any(one.hash in made for _, later in in_order(evidence, _DECOMPOSES) for one in later.inputs):
        return False
    axes = {
        one.literal
        for _, average in in_order(evidence, _BY_COLUMN)
        if any(given.shape == shape for given in average.inputs)
        for one in average.arguments
        if one.name == "axis" or one.position == 1
    }
    return axes == {0}


def _takes_columns(call: Call) -> bool:
    """Return whether the file takes single columns of what the call is given, by its name, and no single rows."""
    node = sources.statement(call.text, call.line)
    given = [
        one.args[0].id
        for one in (ast.walk(node) if node is not None else ())
        if isinstance(one, ast.Call) and one.args and isinstance(one.args[0], ast.Name)
    ]
    taken = [
        one.slice
        for one in ast.walk(parsed(call.text))
        if isinstance(one, ast.Subscript) and isinstance(one.value, ast.Name) and one.value.id in given
    ]
    columns = [one for one in taken if isinstance(one, ast.Tuple) and isinstance(one.elts[0], ast.Slice)]
    return bool(columns) and not any(isinstance(one, ast.Constant) for one in taken)
