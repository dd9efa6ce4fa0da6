"""Arrays that a rewritten program makes as the first does, but a step early or late: a sum without its start.

Each number of such an array is the first program's, so what made it is right, and where values part is far behind: at
the last number, or where the array is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 60
_VISIBLE = "select id from operations where depth = 0 and user_visible and not importing order by id"
_MOST_ARRAYS = 100
_FEWEST_ELEMENTS = 10
_ROUNDED = 1e-9
_MOST_LAGS = 5
# Arrays that overlap by less may be alike by chance.
_SHARE = 3
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


def shifted(way: Sequence[int], first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that makes an array of the first's, some places earlier or later.

    Both have the same length, so that the same index means another number. way: the operations that values went through
    which only the second run has; if there are none, as all values agree and only what is printed does not, all that
    the program makes is looked at.
    """
    ids = way or second.ask(_VISIBLE)["id"].to_pylist()
    for operation in second.operations.fetch(list(ids[:_MOST_LOOKED_AT])):
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
    """Return whether two arrays are the same but for how many places a number stands behind where the other has it."""
    middle = len(mine) // 2
    there = np.flatnonzero(np.isclose(other, mine[middle], rtol=_ROUNDED, atol=0))[:_MOST_LAGS]
    for lag in (there - middle).tolist():
        size = abs(lag)
        if not 0 < size <= len(mine) // _SHARE:
            continue
        late, early = (other[size:], mine[:-size]) if lag > 0 else (mine[size:], other[:-size])
        if np.unique(late).size > size and np.allclose(late, early, rtol=_ROUNDED, atol=0, equal_nan=True):
            return True
    return False
