"""Floating-point operations of NumPy's products, transforms and decompositions, from their shapes.

A product and the sum it goes into are two operations. Decompositions count the leading terms of LAPACK's algorithms
(Golub and Van Loan, Matrix Computations, 4th edition), transforms 5 n log2(n); complex numbers are not told apart.
"""

from __future__ import annotations

from functools import partial
from math import log2, prod

from numscope.operations.lore.shapes import Formula, Shape, Shapes


def _matmul(shapes: Shapes) -> int:
    """Return those of a product over the left operand's last axis."""
    return 2 * prod(shapes.output()) * shapes.input(0)[-1]


def _dot(shapes: Shapes) -> int:
    left, right = shapes.input(0), shapes.input(1)
    return 2 * prod(shapes.output()) * left[-1] if left and right else prod(shapes.output())


def _vdot(shapes: Shapes) -> int:
    return 2 * prod(shapes.input(0))


def _outer(shapes: Shapes) -> int:
    return prod(shapes.output())


def _einsum(shapes: Shapes) -> int:
    """Return those of all operands at once: a product for each, over every index.

    Raises ValueError for an ellipsis, and where the subscripts were not kept.
    """
    left = shapes.argument(0, "subscripts").replace(" ", "").partition("->")[0]
    operands = [shape for position in sorted(shapes.inputs) for shape in shapes.inputs[position]]
    terms = left.split(",")
    if len(terms) != len(operands) or not left.replace(",", "").isalpha():
        raise ValueError("its subscripts are not known")
    length: dict[str, int] = {}
    for term, shape in zip(terms, operands, strict=True):
        length.update(zip(term, shape, strict=True))
    return len(operands) * prod(length.values())


def _transform(shapes: Shapes, of: str) -> float:
    """Return those of one-dimensional transforms. of: the longer side's elements are the result's or the input's."""
    shape = shapes.output() if of == "output" else shapes.input(0)
    axis = int(shapes.argument(2, "axis", "-1"))
    return prod(shape) * log2(max(shape[axis], 2))


def _complex_transform(shapes: Shapes) -> float:
    return 5 * _transform(shapes, "output")


def _to_half(shapes: Shapes) -> float:
    return 2.5 * _transform(shapes, "input")


def _from_half(shapes: Shapes) -> float:
    return 2.5 * _transform(shapes, "output")


def _matrices(shape: Shape) -> tuple[int, int, int]:
    """Return (how many, the longer side, the shorter side)."""
    rows, columns = shape[-2:]
    return prod(shape[:-2]), max(rows, columns), min(rows, columns)


def _cubic(factor: float, shapes: Shapes) -> float:
    count, _, n = _matrices(shapes.input(0))
    return factor * count * n**3


def _solve(shapes: Shapes) -> float:
    count, _, n = _matrices(shapes.input(0))
    return 2 / 3 * count * n**3 + 2 * n * prod(shapes.output())


def _qr(shapes: Shapes) -> float:
    count, m, n = _matrices(shapes.input(0))
    return count * (4 * m * n**2 - 4 / 3 * n**3)


def _svd(shapes: Shapes) -> float:
    """Return those of singular values and vectors; of values alone where nothing else was returned."""
    count, m, n = _matrices(shapes.input(0))
    found = sum(map(len, shapes.outputs.values()))
    return count * (6 * m * n**2 + 20 * n**3 if found > 1 else 2 * m * n**2 + 2 * n**3)


_FUNCTIONS: dict[Formula, str] = {
    _matmul: "matmul ndarray.__matmul__ ndarray.__imatmul__ vecdot matvec vecmat inner",
    _dot: "dot ndarray.dot",
    _vdot: "vdot",
    _outer: "outer",
    _einsum: "einsum",
    _complex_transform: "fft.fft fft.ifft",
    _to_half: "fft.rfft fft.ihfft",
    _from_half: "fft.irfft fft.hfft",
    _solve: "linalg.solve",
    _qr: "linalg.qr",
    _svd: "linalg.svd",
    partial(_cubic, 2): "linalg.inv",
    partial(_cubic, 2 / 3): "linalg.det linalg.slogdet",
    partial(_cubic, 1 / 3): "linalg.cholesky",
    partial(_cubic, 4 / 3): "linalg.eigvalsh",
    partial(_cubic, 9): "linalg.eigh",
    partial(_cubic, 10): "linalg.eigvals",
    partial(_cubic, 25): "linalg.eig",
}
FLOPS: dict[str, Formula] = {
    f"numpy.{name}": formula for formula, names in _FUNCTIONS.items() for name in names.split()
}
