"""Gradient steps of least squares by hand that are above 2 / the largest eigenvalue: errors grow, they do not shrink.

Of `w + s A.T @ (b - A @ w)` the error of `w` is multiplied by `I - s A.T A`, which shrinks it in every direction only
if `s` is below 2 / the largest eigenvalue of `A.T A` (the limit of Landweber's iteration, and of block LMS filters).
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SHORT_STEP
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "growth"
_PRODUCTS = ("matmul", "dot", "__matmul__")
_LEAST_STEPS = 8
_SAMPLE = 40
# Of larger matrices the eigenvalues take too long.
_LARGEST = 200_000
# Of the steps so many are above the limit, and what is left becomes so many times as large as it was first.
_ABOVE, _WORSE = 0.25, 10


@dataclass(frozen=True)
class _Step:
    """One step. size: `s`; limit: what it has to be below; rest: how large `b - A @ w` was."""

    size: float
    limit: float
    rest: float


def step_limits(evidence: Evidence, growing: list[Finding]) -> Iterator[Finding]:
    """Yield the lines that set the size of steps which make a fit worse again and again.

    growing: what is known to grow without end, which comes first: there the step is judged already.
    """
    yield from growing
    judged = {(one.file, one.function) for one in growing}
    flat = "role = 'input' and kind = 'array' and len(shape) = 2 and dtype in ('float64', 'float32')"
    found = list(evidence.with_operand(evidence.named(*_PRODUCTS), flat, _LEAST_STEPS))
    for (forward, ids), (back, later) in product(found, found):
        same = (forward.file, forward.function) == (back.file, back.function)
        if (
            not same
            or (back.file, back.function) in judged
            or ids[0] >= later[0]
            or abs(len(ids) - len(later)) > 1
        ):
            continue
        steps = _steps(evidence, ids, later)
        problem = _problem(steps)
        if problem is not None:
            place = _said_at(evidence, back, float(np.median([one.size for one in steps])))
            yield finding_of(KIND, place, later[0], len(later), problem, SHORT_STEP)


def _problem(steps: list[_Step]) -> str | None:
    if len(steps) < _LEAST_STEPS:
        return None
    above = [one for one in steps if one.size > one.limit]
    worst = max(one.rest for one in steps[len(steps) // 2 :])
    if len(above) < _ABOVE * len(steps) or not worst > _WORSE * steps[0].rest:
        return None
    lowest = min(one.limit for one in steps)
    return (
        f"steps of {steps[0].size:.3g} along the gradient of a sum of squares are above their limit, 2 / the largest "
        f"eigenvalue, in {len(above):,} of {len(steps):,} steps looked at (the lowest is {lowest:.3g}): what is left "
        f"became {worst / steps[0].rest:.3g} times as large as at first"
    )


def _steps(evidence: Evidence, forward: list[int], back: list[int]) -> list[_Step]:
    """Return the steps of products `A @ w` and `A.T @ rest`; empty if they are no such steps."""
    count = min(len(forward) - 1, len(back))
    found: list[_Step] = []
    for at in sorted({int(one) for one in np.linspace(0, count - 1, min(count, _SAMPLE))}):
        first, second, following = evidence.fetch([forward[at], back[at], forward[at + 1]])
        if not found and not _feeds(evidence, first, second):
            return []
        step = _step(first, second, following)
        if step is None:
            return []
        found.append(step)
    return found


def _feeds(evidence: Evidence, first: Operation, second: Operation) -> bool:
    """Return whether what is left after `A @ w`, a difference, is what the second product is given."""
    given = {one.hash for one in second.inputs}
    return any(one.hash in given for later in evidence.readers(first) for one in later.outputs)


def _step(first: Operation, second: Operation, following: Operation) -> _Step | None:
    values: list[Any] = [
        numbers_of(one) for operation in (first, second, following) for one in operation.inputs[:2]
    ]
    if len(values) != 6 or any(one is None for one in values):
        return None
    matrix, before, turned, rest, _, after = values
    if (
        matrix.ndim != 2
        or before.ndim != 1
        or turned.shape != matrix.T.shape
        or rest.shape != matrix.shape[:1]
    ):
        return None
    if matrix.size > _LARGEST or not matrix.any() or not all(np.isfinite(one).all() for one in values):
        return None
    gradient, change = matrix.T @ rest, after - before
    scale = float((turned * matrix.T).sum() / (matrix**2).sum())
    size = float(change @ gradient / (gradient @ gradient)) if gradient.any() else 0.0
    if not np.allclose(turned, scale * matrix.T) or not np.allclose(change, size * gradient, rtol=1e-4):
        return None
    return _Step(abs(size), 2 / float(np.linalg.norm(matrix, 2)) ** 2, float(np.linalg.norm(rest)))


def _said_at(evidence: Evidence, back: Call, size: float) -> Call:
    """Return the only line of the program that writes this number; where there are none or several, the step's own."""
    program = evidence.program(back)
    lines = {
        node.lineno
        for node in ast.walk(program.tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, float)
        and np.isclose(node.value, size, rtol=1e-6)
    }
    if len(lines) != 1:
        return back
    file, line = program.place(lines.pop())
    return replace(back, file=file, line=line, function=None)
