"""Matrices that BLAS can't take as they lie, copied again for each product."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.advise.evidence import Evidence, arrays, layout
from numscope.analysis.advise.finding import Finding, Wording, finding_of
from numscope.operations.lore.numpy import PRODUCTS
from numscope.trace import Operand, Operation

_ITEM_BYTES = {"float32": 4, "float64": 8, "complex64": 8, "complex128": 16}
# A copy made once has to be made; made for every product it is too much.
_REPEATED = 3


def blas_inputs(evidence: Evidence) -> Iterator[Finding]:
    """Lines that multiply the same strided matrix again and again."""
    for operations in evidence.lines(*PRODUCTS):
        found: dict[tuple[object, ...], list[Operation]] = {}
        size: dict[tuple[object, ...], Operand] = {}
        for operation in operations:
            for operand in {
                (o.address, o.strides): o for o in arrays(operation) if _must_be_copied(o)
            }.values():
                key: tuple[object, ...] = (operand.address, operand.strides, operand.hash)
                found.setdefault(key, []).append(operation)
                size[key] = operand
        for key, calls in found.items():
            matrix = size[key]
            if len(calls) >= _REPEATED:
                yield finding_of(calls, _wording(matrix), len(calls) * (matrix.data_bytes or 0))


def _wording(operand: Operand) -> Wording:
    return Wording(
        "blas-input",
        "time of these calls, products included; bytes copied before them",
        f"{layout(operand)} with strides {operand.strides} lies as BLAS can't read it: each call copies it first, "
        "or does without BLAS",
        "`np.ascontiguousarray(a)` once, before the loop",
    )


def _must_be_copied(operand: Operand) -> bool:
    """Whether neither of the last two axes is contiguous: BLAS wants one that is."""
    item = _ITEM_BYTES.get(operand.dtype or "")
    shape, strides = operand.shape or (), operand.strides or ()
    if item is None or len(shape) < 2 or min(shape) < 2:
        return False
    return all(stride != item for stride in strides[-2:])
