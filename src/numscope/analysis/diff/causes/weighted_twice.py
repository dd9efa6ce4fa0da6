"""Rows of a least-squares problem that a rewritten program multiplies by weights, where the roots of these are meant.

The first program weighs squares: its normal equations are `X.T @ (w * X)`. A decomposition of the rows themselves, or
`lstsq`, squares what it is given, so that `w * X` weighs twice. Each of these numbers may be one of the first run's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.step_names import step_of
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 200
_MOST_COLUMNS = 60
_ROUNDED = 1e-9
_OF_TABLES = f"""
    select distinct id from operations join operand_contents on operation = id
    where depth = 0 and not in_library and not importing and role = 'output' and len(shape) = 2
        and shape[2] between 2 and {_MOST_COLUMNS} and shape[1] > shape[2] and dtype like 'float%'
    order by id limit {_MOST_LOOKED_AT}
"""
# Of a matrix that is filled number by number, what it holds at last.
_SQUARES = f"""
    select max(operation) id from operand_contents join operations on operation = id
    where depth = 0 and role in ('input', 'output', 'mutated') and shape = ?::bigint[] and dtype like 'float%'
        and hash_low is not null
    group by hash_high, hash_low order by id desc limit {_MOST_LOOKED_AT}
"""

Array = Any


def weighted_twice(first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that multiplies rows by the weights of the first's normal equations.

    None if the second program computes these equations, too.
    """
    for operation in second.operations.fetch(second.ask(_OF_TABLES)["id"].to_pylist()):
        site = operation.user_site
        parts = _parts(operation) if step_of(operation.name) == "multiply" and site is not None else None
        if parts is None or site is None:
            continue
        rows, weights = parts
        equations = rows.T @ (weights * rows)
        if _has(first, equations) and not _has(second, equations):
            return SourceChange(None, None, site.file, site.line, ("", site.source.strip()))
    return None


def _parts(operation: Operation) -> tuple[Array, Array] | None:
    """Return the rows and the column by which an operation multiplied them."""
    given = [numbers_of(one) for one in operation.inputs[:2]]
    tables = [one for one in given if one is not None and one.ndim == 2]
    if len(given) != 2 or len(tables) != 2:
        return None
    rows, weights = sorted(tables, key=lambda one: -one.shape[1])
    if weights.shape != (len(rows), 1) or rows.shape[1] < 2 or not np.isfinite(rows).all():
        return None
    is_weight = bool((weights >= 0).all()) and weights.min() < weights.max()
    return (rows.astype(np.float64), weights.astype(np.float64)) if is_weight else None


def _has(trace: Trace, equations: Array) -> bool:
    """Return whether a run has these normal equations; the last column may be what is to be fitted."""
    count = len(equations)
    return any(
        np.allclose(array, equations[:size, :size], rtol=_ROUNDED, atol=_ROUNDED * np.abs(equations).max())
        for size in (count, count - 1)
        if size > 1
        for array in _of_shape(trace, size)
    )


def _of_shape(trace: Trace, size: int) -> Iterator[Array]:
    """Yield the square matrices of a run."""
    ids = trace.ask(_SQUARES, [[size, size]])["id"].to_pylist()
    for operation in trace.operations.fetch(ids):
        for one in operation.operands:
            if one.shape == (size, size) and one.role in (*AFTER, "input"):
                array = numbers_of(one)
                if array is not None:
                    yield array
