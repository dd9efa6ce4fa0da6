"""Elements that a rewritten program brings into another order: a reshape where the first transposes.

The bytes are known, in another shape, so the move is no new value: only what computes with it is.
"""

from __future__ import annotations

from numscope.analysis.diff.causes.left_out import floats
from numscope.analysis.diff.causes.makers import last_maker
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.known_values import KnownValues
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.run_values import MOVES, RunValues
from numscope.analysis.diff.step_names import step_of
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 200
_MOST = 0.5
_MOST_STEPS = 4
_VISIBLE = "select id, name from operations where depth = 0 and user_visible order by id"


def moved_otherwise(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that moves elements which the first has elsewhere.

    parted: where values part. None unless the first program gives the same step an array of the same shape with the
    same elements in another order, and the last to make that of the second program only moved them.
    """
    others = [one for operation in same_steps(parted, first) for one in arrays_read(operation)]
    for mine in arrays_read(parted):
        like = [
            one
            for one in others
            if one.shape == mine.shape and one.hash != mine.hash and _told(one) == _told(mine)
        ]
        if not like or mine.hash in known_contents(first, {mine.hash or ""}):
            continue
        maker = last_maker(second, mine.hash or "", parted.id)
        if maker is not None and maker.user_site is not None and only_moves(maker):
            site = maker.user_site
            return SourceChange(None, None, site.file, site.line, ("", site.source.strip()))
    return None


def turned(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that turns the elements of a known array into an order that is new.

    parted: where values part. None unless it computes element by element, all else that it reads is known or comes of
    the turned array, and the first run has most elements of the result: `np.roll(rain, 1)` brings the last to the first
    place.
    """
    if parted.traits & Trait.ASSIGNS:
        return None
    makers = _turning(parted, first, second, _MOST_STEPS) or []
    sites = {one.user_site.place: one.user_site for one in makers if one.user_site is not None}
    if len(sites) != 1:
        return None
    known_values = KnownValues(RunValues(first), None)
    if not all(known_values.share(made) > _MOST for _, made in floats(parted.operands, AFTER)):
        return None
    (site,) = sites.values()
    return SourceChange(None, None, site.file, site.line, ("", site.source.strip()))


def _turning(reader: Operation, first: Trace, second: Trace, steps: int) -> list[Operation] | None:
    """Return the operations that turned the new arrays behind what another reads, element by element.

    None if one of the new arrays was made in another way.
    """
    arrays = [one for one in reader.inputs if one.hash is not None and one.shape]
    known = known_contents(first, {one.hash for one in arrays if one.hash is not None})
    found: list[Operation] = []
    for new in (one for one in arrays if one.hash not in known):
        maker = last_maker(second, new.hash or "", reader.id)
        if maker is None or any(one.shape != new.shape for one in reader.outputs):
            return None
        given = [one for one in maker.inputs if one.shape == new.shape and _told(one) == _told(new)]
        if given and all(known_contents(first, {one.hash or ""}) for one in given):
            found.append(maker)
            continue
        behind = None
        if steps and maker.traits & Trait.ELEMENTWISE:
            behind = _turning(maker, first, second, steps - 1)
        if behind is None:
            return None
        found += behind
    return found


def only_moves(operation: Operation) -> bool:
    """Return whether an operation brings elements to other places, and computes none."""
    return bool(operation.traits & MOVES) and not operation.traits & Trait.STANDS


def same_steps(parted: Operation, first: Trace) -> list[Operation]:
    """Return the first operations of the first run that take the same step, by whatever name."""
    rows = first.ask(_VISIBLE).to_pylist()
    name = step_of(parted.name)
    return first.operations.fetch(
        [row["id"] for row in rows if step_of(row["name"]) == name][:_MOST_LOOKED_AT]
    )


def arrays_read(operation: Operation) -> list[Operand]:
    """Return the arrays of several axes that an operation reads."""
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
