"""A row of the matrix of eigenvectors taken for one of them: each vector is a column."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import (
    Call,
    Evidence,
    finding_of,
    in_order,
    last_name,
    operand_at,
    reached,
)
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ONE_COLUMN
from numscope.trace import Operand, Operation

KIND = "meaning"
_DECOMPOSE = ("eigh", "eig", "linalg_eigh", "linalg_eig", "_linalg_eigh")
_SCALES = ("divide", "multiply")
_PRODUCTS = ("matmul", "dot", "inner", "einsum")


def single_vectors(evidence: Evidence) -> Iterator[Finding]:
    """Yield loops over the rows beside the eigenvalues, and rows that a matrix of the same problem is multiplied by."""
    decomposed = [
        one
        for _, one in in_order(evidence, _DECOMPOSE)
        if len(one.outputs) == 2
        and len(one.outputs[1].shape or ()) == 2
        and (one.outputs[1].shape or (0,))[0] > 1
    ]
    if not decomposed:
        return
    yield from _beside_values(evidence, decomposed)
    yield from _multiplied(evidence, decomposed)


def _beside_values(evidence: Evidence, decomposed: list[Operation]) -> Iterator[Finding]:
    """Yield lines that go through the eigenvalues and through the rows at once."""
    gone: dict[tuple[str, int], set[str | None]] = {}
    places: dict[tuple[str, int], tuple[Call, Operation]] = {}
    for call, operation in in_order(evidence, ["__iter__"]):
        gone.setdefault((call.file, call.line), set()).add(
            operation.inputs[0].hash if operation.inputs else None
        )
        places.setdefault((call.file, call.line), (call, operation))
    for place, hashes in gone.items():
        for one in decomposed:
            values, vectors = one.outputs
            if {values.hash, vectors.hash} <= hashes and values.hash is not None:
                call, operation = places[place]
                yield finding_of(KIND, call, operation.id, 1, _said(one, "goes through"), ONE_COLUMN)
                break


def _multiplied(evidence: Evidence, decomposed: list[Operation]) -> Iterator[Finding]:
    """Yield the lines that take a row by its number, which is then multiplied by a matrix from before."""
    vectors = {one.outputs[1].hash: one for one in decomposed}
    takes = in_order(evidence, ["__getitem__"])
    for one in decomposed if takes else ():
        for scaled in evidence.readers(one):
            if last_name(scaled) in _SCALES and any(
                made.shape == one.outputs[1].shape for made in scaled.outputs
            ):
                vectors |= {made.hash: one for made in scaled.outputs}
    found: set[int] = set()
    for call, operation in takes:
        decomposition = vectors.get(operation.inputs[0].hash or "") if operation.inputs else None
        key = operand_at(operation, 1, "key")
        if decomposition is None or call.id in found or key is None or not isinstance(key.literal, int):
            continue
        length = (decomposition.outputs[1].shape or (0,))[0]
        if _meets_a_matrix(evidence, operation, decomposition, length):
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, _said(decomposition, "takes one of"), ONE_COLUMN)


def _meets_a_matrix(evidence: Evidence, row: Operation, decomposition: Operation, length: int) -> bool:
    """Return whether a row, or what it is scaled to, is multiplied by a square matrix that was there before."""
    for reader in reached(evidence, row, 2, lambda later: last_name(later) in _SCALES):
        if last_name(reader) in _PRODUCTS and any(
            one.shape == (length, length) and _is_from_before(evidence, one, decomposition)
            for one in reader.inputs
        ):
            return True
    return False


def _is_from_before(evidence: Evidence, matrix: Operand, decomposition: Operation) -> bool:
    given = {one.hash for one in decomposition.inputs}
    return matrix.hash in given or evidence.maker(matrix, decomposition.id) is not None


def _said(decomposition: Operation, what: str) -> str:
    length = (decomposition.outputs[1].shape or (0,))[0]
    name = last_name(decomposition)
    return f"{what} the {length:,} rows of what `{name}` gives; each eigenvector is a column"
