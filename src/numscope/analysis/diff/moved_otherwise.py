"""Elements that a rewritten program brings into another order: a reshape where the first transposes.

The bytes are known, in another shape, so the move is no new value: only what computes with it is.
"""

from __future__ import annotations

from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.makers import last_maker
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.run_values import MOVES
from numscope.analysis.diff.step_names import step_of
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 200
_VISIBLE = "select id, name from operations where depth = 0 and user_visible order by id"


def moved_otherwise(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that moves elements which the first has elsewhere.

    parted: where values part. None unless the first program gives the same step an array of the same shape with the
    same elements in another order, and the last to make that of the second program only moved them.
    """
    others = [one for operation in _same_steps(parted, first) for one in _arrays(operation)]
    for mine in _arrays(parted):
        like = [
            one
            for one in others
            if one.shape == mine.shape and one.hash != mine.hash and _told(one) == _told(mine)
        ]
        if not like or mine.hash in known_contents(first, {mine.hash or ""}):
            continue
        maker = last_maker(second, mine.hash or "", parted.id)
        if maker is not None and maker.user_site is not None and _only_moves(maker):
            site = maker.user_site
            return SourceChange(None, None, site.file, site.line, ("", site.source.strip()))
    return None


def _only_moves(operation: Operation) -> bool:
    return bool(operation.traits & MOVES) and not operation.traits & Trait.STANDS


def _same_steps(parted: Operation, first: Trace) -> list[Operation]:
    rows = first.ask(_VISIBLE).to_pylist()
    name = step_of(parted.name)
    return first.operations.fetch(
        [row["id"] for row in rows if step_of(row["name"]) == name][:_MOST_LOOKED_AT]
    )


def _arrays(operation: Operation) -> list[Operand]:
    return [
        one
        for one in operation.operands
        if one.role not in AFTER and one.hash is not None and one.shape is not None and len(one.shape) > 1
    ]


def _told(operand: Operand) -> tuple[object, ...] | None:
    """Return what the order of elements does not change, as far as it is known."""
    told = operand.statistics
    if told is None or told.minimum == told.maximum:
        return operand.hash, operand.position
    return operand.dtype, told.minimum, told.maximum, float(f"{told.mean:.6g}")
