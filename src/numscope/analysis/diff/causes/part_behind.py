"""Which line took another part of a known array, where both programs go the same way from there: `seconds[:-1]`.

Values part at the end of that way: what each step on it gives is in the first run too, somewhere in its arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.causes.moved_otherwise import only_moves
from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.step_names import step_of
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_STEPS = 8
_ROUNDED = 1e-9

_Place = int | str


def part_behind(parted: Operation, found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that moves known elements, or takes a part of them, otherwise.

    parted: where values of the second part. None unless the first takes the same step there, and the same steps before
    it back to that line, each time with one array that is another.
    """
    if not found.sides[0].origins:
        return None
    old, new = first.operations[found.sides[0].origins[0]], parted
    for _ in range(_MOST_STEPS):
        place = _only_other(old, new)
        if place is None:
            return None
        before, after = (_arrays(one)[place] for one in (old, new))
        makers = last_maker(first, before.hash or "", old.id), last_maker(second, after.hash or "", new.id)
        if makers[1] is None:
            return None
        if makers[0] is None or not _is_same_step(makers[0], makers[1]):
            return _change(makers[1], old, first)
        old, new = makers[0], makers[1]
    return None


def _change(mover: Operation, old: Operation, first: Trace) -> SourceChange | None:
    """Return the line of what only moves known elements; None if it is anything else."""
    read = {one.hash for one in _arrays(mover).values() if one.hash is not None}
    site = mover.user_site
    if site is None or not only_moves(mover) or not read or read - known_contents(first, read):
        return None
    text = "" if old.user_site is None else old.user_site.source.strip()
    return SourceChange(None, None, *site.place, (text, site.source.strip()))


def _only_other(old: Operation, new: Operation) -> _Place | None:
    """Return the place of the only array of a step that is another than in the first run."""
    if not _is_same_step(old, new):
        return None
    before, after = _arrays(old), _arrays(new)
    unlike = [place for place, one in after.items() if not _alike(before[place], one)]
    return unlike[0] if len(unlike) == 1 and after[unlike[0]].shape else None


def _is_same_step(old: Operation, new: Operation) -> bool:
    return (
        step_of(old.name) == step_of(new.name)
        and _settings(old) == _settings(new)
        and _arrays(old).keys() == _arrays(new).keys()
    )


def _arrays(operation: Operation) -> dict[_Place, Operand]:
    """Return what an operation computes with, by position or name."""
    return {
        one.name or "" if one.position is None else one.position: one
        for one in operation.operands
        if one.hash is not None and one.role not in AFTER
    }


def _settings(operation: Operation) -> list[str]:
    plain = [one for one in operation.operands if one.role == "argument" and one.hash is None]
    return [repr(one.literal) for one in plain if one.kind != "object"]


def _alike(one: Operand, other: Operand) -> bool:
    """Return whether two arrays have the same elements, but for roundings."""
    if one.hash == other.hash:
        return True
    arrays: list[Any] = [numbers_of(one), numbers_of(other)]
    known = all(array is not None for array in arrays) and arrays[0].shape == arrays[1].shape
    return known and bool(np.allclose(arrays[0], arrays[1], rtol=_ROUNDED, atol=0, equal_nan=True))
