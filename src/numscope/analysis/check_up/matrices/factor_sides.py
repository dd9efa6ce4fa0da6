"""Random numbers multiplied by the wrong one of a covariance's two triangular factors.

With `A = L L^T`, columns `L z` and rows `z L^T` of independent numbers have the covariance A; SciPy's `cholesky` gives
the upper factor `L^T`, NumPy's the lower.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import LOWER_FACTOR
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.operations.traits import Trait
from numscope.trace import Operand

KIND = "covariance"
_FACTORS = ("cholesky", "linalg_cholesky", "linalg_cholesky_ex")
_PRODUCTS = ("matmul", "dot", "mm", "einsum")
_LARGEST = 300


def factor_sides(evidence: Evidence) -> Iterator[Finding]:
    """Yield products of a factor and random numbers whose covariance is another one than that which was factored."""
    factored = [
        (matrix, factor, call)
        for call, one in in_order(evidence, _FACTORS)
        if one.inputs and one.outputs
        if (matrix := _square(one.inputs[0])) is not None and (factor := _square(one.outputs[0])) is not None
    ]
    if not factored:
        return
    found: set[int] = set()
    drawn = _drawn(evidence)
    for call, operation in in_order(evidence, _PRODUCTS) if drawn else ():
        for place, one in enumerate(operation.inputs[:2]):
            other = operation.inputs[1 - place] if len(operation.inputs) == 2 else None
            factor = (
                _square(one)
                if other is not None and (other.hash in drawn or other.address in drawn)
                else None
            )
            if factor is None or call.id in found:
                continue
            wrong = _wrong(factor, place == 0, factored)
            if wrong is not None:
                found.add(call.id)
                off, factoring = wrong
                side = "columns" if place == 0 else "rows"
                problem = (
                    f"gives {side} whose covariance is not what was factored, but off by up to {off:.2g}: "
                    "the factor stands on its other side, or is the other of the two"
                )
                yield finding_of(KIND, factoring or call, operation.id, 1, problem, LOWER_FACTOR)


def _drawn(evidence: Evidence) -> set[str | int]:
    """Return the contents and addresses of random numbers; a transposition keeps the address."""
    drawing = [call for call in evidence.calls.values() if is_trait(call, Trait.DRAWS)]
    found: set[str | int] = set()
    for _, ids in evidence.operations(drawing):
        for operation in evidence.fetch(ids[:20]):
            for one in operation.outputs:
                if one.shape and len(one.shape) <= 2:
                    found |= {given for given in (one.hash, one.address) if given is not None}
    return found


def _square(operand: Operand) -> Any:
    shape = operand.shape
    if shape is None or len(shape) != 2 or shape[0] != shape[1] or not 2 <= shape[0] <= _LARGEST:
        return None
    return numbers_of(operand)


def _wrong(
    factor: Any, on_the_left: bool, factored: list[tuple[Any, Any, Call]]
) -> tuple[float, Call | None] | None:
    """Return by how much the covariance of a product is off, where the factor on the other side would give it.

    With it comes the call that gave the upper factor, where columns need the lower.
    """
    for matrix, known, call in factored:
        if factor.shape != known.shape or not (
            np.array_equal(factor, known) or np.array_equal(factor, known.T)
        ):
            continue
        given, other = factor @ factor.T, factor.T @ factor
        made, wanted = (given, other) if on_the_left else (other, given)
        size = np.abs(matrix).max()
        if np.allclose(wanted, matrix, atol=1e-6 * size) and not np.allclose(made, matrix, atol=1e-3 * size):
            upper = on_the_left and np.array_equal(factor, known)
            return float(np.abs(made - matrix).max()), call if upper else None
    return None
