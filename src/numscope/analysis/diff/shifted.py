"""Arrays that a rewritten program makes as the first does, but a step early or late: a sum without its start.

Each number of such an array is the first program's, so what made it is right, and where values part is far behind: at
the last number, or where the array is read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 60
_MOST_ARRAYS = 100
_FEWEST_ELEMENTS = 10
_LONGEST_LAG = 3
_ROUNDED = 1e-9
# Of an array that is filled number by number, what it holds at last.
_OF_SHAPE = f"""
    with arrays as (
        select operation, address, hash_high, hash_low, {has_sql("traits", Trait.WRITES_PART)} writes,
            {has_sql("traits", Trait.READS_PART)} reads
        from operand_contents join operations on operation = id
        where depth = 0 and shape = ?::bigint[] and dtype = ? and hash_low is not null
    )
    select min(operation) id from arrays where not writes and not reads group by hash_high, hash_low
    union select max(operation) id from arrays where writes group by address order by id limit {_MOST_ARRAYS}
"""

Array = Any


def shifted(found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that makes an array of the first's, a few places earlier or later.

    Both have the same length, so that the same index means another number.
    """
    for operation in second.operations.fetch(list(found.sides[1].way[:_MOST_LOOKED_AT])):
        site = operation.user_site
        if site is not None and any(_is_shifted(one, first) for one in _made(operation)):
            return SourceChange(None, None, site.file, site.line, ("", site.source.strip()))
    return None


def _made(operation: Operation) -> Iterator[Operand]:
    for one in operation.operands:
        long = len(one.shape or ()) == 1 and (one.shape or (0,))[0] >= _FEWEST_ELEMENTS
        if one.role in AFTER and long and (one.dtype or "").startswith("float"):
            yield one


def _is_shifted(made: Operand, first: Trace) -> bool:
    mine = numbers_of(made)
    if mine is None or made.hash is None or known_contents(first, {made.hash}):
        return False
    rows = first.ask(_OF_SHAPE, [list(made.shape or ()), made.dtype])["id"].to_pylist()
    others = [one for operation in first.operations.fetch(sorted(rows)) for one in operation.operands]
    arrays = (numbers_of(one) for one in others if (one.shape, one.dtype) == (made.shape, made.dtype))
    return any(other is not None and _lags(mine, other) for other in arrays)


def _lags(mine: Array, other: Array) -> bool:
    for lag in range(1, _LONGEST_LAG + 1):
        for late, early in ((mine[lag:], other[:-lag]), (other[lag:], mine[:-lag])):
            if np.unique(late).size > lag and np.allclose(late, early, rtol=_ROUNDED, atol=0, equal_nan=True):
                return True
    return False
