"""`v @ v.T` of a vector of one axis: the transposition changes nothing, and the product is one number, no matrix."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import OUTER
from numscope.trace import Operation

KIND = "broadcasting"
_PRODUCTS = ("matmul", "dot", "inner")
_ADDS = ("add", "subtract", "multiply", "divide")


def transposed_vectors(evidence: Evidence) -> Iterator[Finding]:
    """Yield products of a vector with itself, one number, that reach each element of a matrix as wide as the vector."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _PRODUCTS, _transposes):
        both = operation.inputs[:2]
        if call.id in found or len(both) < 2 or both[0].hash != both[1].hash:
            continue
        shape = both[0].shape
        if shape is None or len(shape) != 1 or shape[0] < 2 or both[1].shape != shape:
            continue
        reader = _matrix_reader(evidence, operation, shape[0])
        if reader is not None:
            found.add(call.id)
            problem = (
                f"the transposition of a vector of one axis is the vector: the product is one number, which "
                f"`{last_name(reader)}` gives to each of the {shape[0]} x {shape[0]} elements of a matrix"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, OUTER)


def _transposes(call: Call) -> bool:
    statement = sources.statement(call.text, call.line)
    return any(
        isinstance(one, ast.Attribute) and one.attr in ("T", "transpose")
        for one in ast.walk(statement or ast.Pass())
    )


def _matrix_reader(evidence: Evidence, operation: Operation, width: int) -> Operation | None:
    """Return what combines the number with a matrix, at once or after it was scaled by another number."""
    for reader in evidence.readers(operation):
        if any(one.shape == (width, width) for one in reader.inputs) and last_name(reader) in _ADDS:
            return reader
        scaled = last_name(reader) in ("multiply", "divide") and all(not one.shape for one in reader.outputs)
        for later in evidence.readers(reader) if scaled else ():
            if any(one.shape == (width, width) for one in later.inputs) and last_name(later) in _ADDS:
                return later
    return None
