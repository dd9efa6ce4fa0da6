"""Where a rewritten program keeps numbers with fewer digits than the first: what is computed with them is right.

`np.cumsum(speed)` says the same in both; that `speed` is of float32 was decided where it was made.
"""

from __future__ import annotations

import numpy as np

from numscope.analysis.diff.causes.given_by_caller import same_step
from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_STEPS = 20
_FLOATS = ("float16", "float32", "float64")


def narrowed(parted: Operation, found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that gives numbers fewer digits than the first computes with.

    parted: where values part. None unless the first program takes the same step on the same numbers with more digits.
    """
    other = same_step(parted, found, first)
    for old, new in zip(_read(other), _read(parted), strict=False) if other is not None else ():
        maker = _narrowing(new, parted, second) if _is_narrower(new, old) else None
        site = None if maker is None else maker.user_site
        if site is not None and other is not None:
            text = other.user_site.source.strip() if other.user_site is not None else ""
            return SourceChange(None, None, site.file, site.line, (text, site.source.strip()))
    return None


def _read(operation: Operation) -> list[Operand]:
    return [one for one in operation.operands if one.role not in AFTER and one.shape]


def _is_narrower(new: Operand, old: Operand) -> bool:
    """Return whether an array holds the numbers of another, rounded to fewer digits."""
    if new.dtype not in _FLOATS or old.dtype not in _FLOATS or new.shape != old.shape:
        return False
    told, before = new.statistics, old.statistics
    if _FLOATS.index(new.dtype) >= _FLOATS.index(old.dtype) or told is None or before is None:
        return False
    mine = told.minimum, told.maximum, told.mean
    theirs = before.minimum, before.maximum, before.mean
    most = float(np.finfo(new.dtype).eps) * max(map(abs, theirs))
    return all(abs(one - other) <= most for one, other in zip(mine, theirs, strict=True))


def _narrowing(operand: Operand, reader: Operation, second: Trace) -> Operation | None:
    """Return the operation that first gave what became an operand as few digits as it has."""
    for _ in range(_MOST_STEPS):
        maker = None if operand.hash is None else last_maker(second, operand.hash, reader.id)
        if maker is None:
            return None
        like = next((one for one in _read(maker) if one.dtype == operand.dtype), None)
        if like is None:
            return maker
        operand, reader = like, maker
    return None
