"""Matrices that pass probability on step by step, and lose some, as one of their rows does not add up to 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.iterations.loop_results import LEAST_STEPS
from numscope.analysis.check_up.iterations.watched_sums import is_watched
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operation

KIND = "sum"
_PRODUCTS = ("matmul", "dot", "mv")
_LARGEST = 1000
# What rounding explains, and what it never does.
_EXACT = 1e-9
_BROKEN = 1e-4


@dataclass(frozen=True)
class _Chain:
    """A vector that one matrix is multiplied with again and again. place: of the matrix among the operands, 0 or 1."""

    matrix: Any
    vector: Any
    after: Any
    place: int
    hash: str | None

    @property
    def rows(self) -> Any:
        """The matrix so that each row says where one number goes: rows of `p @ T`, columns of `T @ p`."""
        return self.matrix if self.place else self.matrix.T

    @property
    def name(self) -> str:
        """What such a row is in the program's own matrix."""
        return "row" if self.place else "column"


def transition_matrix(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that multiply a probability again and again with a matrix that does not keep its sum.

    Also those that divide a table of counts by the sums of its columns where a step then needs those of its rows.
    """
    found = evidence.with_operand(
        evidence.named(*_PRODUCTS),
        f"""role = 'input' and kind = 'array' and dtype = 'float64' and len(shape) = 2 and shape[1] = shape[2]
            and shape[1] between 3 and {_LARGEST}""",
        LEAST_STEPS,
    )
    for call, ids in found:
        first, second, last = evidence.fetch([ids[0], ids[1], ids[-1]])
        chain = _chain(first, second, last)
        if chain is None or is_watched(evidence, call, ids, prod(first.outputs[0].shape or ())):
            continue
        problem = _rows_off(chain) if _is_probability(chain.vector) else None
        if problem:
            yield finding_of(KIND, call, first.id, len(ids), problem, _FIX)
        else:
            yield from _by_the_other_sums(evidence, call, first, chain)


_FIX = "make each row add up to 1, `T / T.sum(axis=1, keepdims=True)`; each column, where the vector stands behind"


def _chain(first: Operation, second: Operation, last: Operation) -> _Chain | None:
    """Return the chain; None unless the second step passes on what the first one gave, and no number is negative."""
    if len(first.inputs) != 2 or not first.outputs:
        return None
    at = [len(one.shape or ()) for one in first.inputs]
    if sorted(at) != [1, 2]:
        return None
    place = at.index(2)
    hash_ = first.inputs[place].hash
    same = all(one.inputs[place].hash == hash_ for one in (second, last))
    if not same or second.inputs[1 - place].hash != first.outputs[0].hash:
        return None
    matrix, vector = (numbers_of(first.inputs[one]) for one in (place, 1 - place))
    after = numbers_of(last.outputs[0])
    if matrix is None or vector is None or after is None:
        return None
    if not all(np.isfinite(one).all() and one.min() >= 0 for one in (matrix, vector)):
        return None
    return _Chain(matrix, vector, after, place, hash_)


def _by_the_other_sums(
    evidence: Evidence, product: Call, first: Operation, chain: _Chain
) -> Iterator[Finding]:
    """Yield the line that divides counts by their sums so that columns add up to 1, where rows have to.

    The vector holds what is counted: as many things in all, or the shares of several. What only averages neighbours
    again and again has rows that add up to 1 on the other side as well, but no such vector.
    """
    whole = _is_probability(chain.vector) and np.count_nonzero(chain.vector) > 1
    other, total = chain.rows.sum(axis=0), float(chain.vector.sum())
    kept = abs(float(chain.after.sum()) / total - 1) < _BROKEN if total else True
    if kept or np.abs(other - 1).max() > _EXACT:
        return
    for call, operation in in_order(evidence, _DIVISIONS):
        made = operation.outputs[0] if operation.outputs else None
        counts = numbers_of(operation.inputs[0]) if operation.inputs else None
        if operation.id > first.id or made is None or made.hash != chain.hash or counts is None:
            continue
        if not whole and not np.isclose(counts.sum(), total):
            continue
        kind = "column" if chain.name == "row" else "row"
        where = place_beside(product.file, product.line, call.file)
        problem = (
            f"each of {len(other):,} {kind}s is made to add up to 1, and the product in {where} needs {chain.name}s "
            f"that do: a total of {total:.6g} has become {float(chain.after.sum()):.6g} at the last step"
        )
        axis = 1 if chain.name == "row" else 0
        yield finding_of(KIND, call, operation.id, 1, problem, _OTHER.format(axis=axis))
        return


_OTHER = "divide by the other sums, `T / T.sum(axis={axis}, keepdims=True)`, or multiply from the other side"
_DIVISIONS = ("divide", "true_divide", "div", "__truediv__")


def _is_probability(vector: Any) -> bool:
    return bool(abs(vector.sum() - 1) < _EXACT)


def _rows_off(chain: _Chain) -> str | None:
    """Return what is wrong with the matrix if most of its rows add up to 1, and some do not."""
    matrix, name, left = chain.rows, chain.name, float(chain.after.sum())
    off = np.abs(matrix.sum(axis=1) - 1)
    whole, broken = np.flatnonzero(off < _EXACT), np.flatnonzero(off > _BROKEN)
    if not len(broken) or 2 * len(whole) < len(matrix) or abs(left - 1) < _BROKEN:
        return None
    sums = f"adds up to {matrix[broken[0]].sum():.6g}"
    others = f"{len(whole)} of {len(matrix)} {name}s add up to 1, {name} {broken[0]} {sums}"
    return f"{others}: a probability of 1 has become {left:.6g} at the last step"
