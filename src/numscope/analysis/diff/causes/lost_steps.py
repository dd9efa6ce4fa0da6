"""Steps of the first program that the second lost: it goes on with the value itself, which both programs have.

Both programs take the same step later, so nothing at its line is wrong: `np.interp(x, pressure, values)` says the same
whether a line before put `pressure` into its order or not.
"""

from __future__ import annotations

from numscope.analysis.diff.causes.argument_behind import same_input
from numscope.analysis.diff.causes.makers import first_maker
from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.rounded_values import numbers_of_operand
from numscope.analysis.diff.rows import runs
from numscope.analysis.diff.step_names import step_of
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_STEPS = 60
_ONLY_NAMED = "select id from operations where name = ? and depth = 0 and not in_library limit 2"
_LAST_NAMED = "select id from operations where name = ? and depth = 0 order by id desc limit 1"


def lost_step(parted: Operation, found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the first program whose step is missing in the second.

    parted: where values part. None unless the first program takes the same step, the second with a value that both
    have, and the first with what its steps made of this value, which the second has nowhere. It is the first of these
    steps, if it has a line of its own, and if the second program takes it nowhere.
    """
    old = _same_step(parted, found, first)
    return None if old is None else _lost_between(old, parted, first, second)


def lost_at_origin(found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the first program whose step is missing where the values of the first part.

    What the second does without the step may be no new value there: it is only rows of a table of both. None unless
    each run calls the operation once, and the first has what the second gives it: no other step stands in its place.
    """
    origins = found.sides[0].origins
    old = first.operations[origins[0]] if origins else None
    if old is None or old.user_site is None:
        return None
    named = [trace.ask(_ONLY_NAMED, [old.name])["id"].to_pylist() for trace in (first, second)]
    if [len(one) for one in named] != [1, 1]:
        return None
    new = second.operations[named[1][0]]
    given = {one.hash for one in _read(new) if one.hash is not None}
    if _arguments(old) != _arguments(new) or given - known_contents(first, given):
        return None
    return _lost_between(old, new, first, second)


def _lost_between(old: Operation, new: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the first step that the first program takes of what the second gives the same operation."""
    if old.user_site is None:
        return None
    lost: list[Operation] = []
    for before, after in zip(_read(old), _read(new), strict=False):
        if before.hash == after.hash:
            continue
        steps, read = _behind(before, old, first, second)
        kept = {_kind(step) for step in steps}
        if read.isdisjoint(_same_behind(after, new, second, kept)):
            # Of the same elements in another order, the other operands tell which step was lost.
            if not _reordered(before, after):
                return None
            continue
        lost += steps
    step = min(lost, key=lambda one: one.id, default=None)
    site = None if step is None else step.user_site
    if step is None or site is None or site.place == old.user_site.place or runs(second, step.name):
        return None
    return SourceChange(None, None, site.file, site.line, (site.source.strip(), ""))


def _same_step(parted: Operation, found: Divergence, first: Trace) -> Operation | None:
    """Return the operation of the first run that is the same step, called alike.

    It is the one at which both ceased to be alike, or the first that begins with the same array, or the last of its
    name; of arithmetic, many have one name.
    """
    unlike = found.unlike
    if unlike is not None and unlike.second == parted.id:
        old = first.operations[unlike.first]
    else:
        begins_alike = same_input(parted, first) if any(one.shape for one in parted.inputs) else None
        last = None if parted.traits & Trait.ELEMENTWISE else _last_named(parted.name, first)
        found_there = begins_alike or last
        if found_there is None:
            return None
        old = found_there
    same = step_of(old.name) == step_of(parted.name) and _arguments(old) == _arguments(parted)
    return old if same else None


def _last_named(name: str, first: Trace) -> Operation | None:
    ids = first.ask(_LAST_NAMED, [name])["id"].to_pylist()
    return first.operations[ids[0]] if ids else None


def _arguments(operation: Operation) -> list[str]:
    plain = [one for one in operation.operands if one.role in ("argument", "input") and one.hash is None]
    return [repr(one.literal) for one in plain if one.kind != "object"]


def _reordered(before: Operand, after: Operand) -> bool:
    """Return whether two arrays have the same elements, each as often, by what is known of them."""
    return before.shape == after.shape and numbers_of_operand(before) == numbers_of_operand(after)


def _read(operation: Operation) -> list[Operand]:
    return [one for one in operation.operands if one.is_array() and one.role == "input"]


def _behind(
    operand: Operand, reader: Operation, first: Trace, second: Trace
) -> tuple[list[Operation], set[str]]:
    """Return the steps of the first program behind a value, as far as the second lacks it, and all that they read."""
    found: list[Operation] = []
    waiting, seen = [(operand, reader.id)], set[str]()
    while waiting and len(found) < _MOST_STEPS:
        one, end = waiting.pop()
        if one.hash is None or one.hash in seen:
            continue
        seen.add(one.hash)
        maker = None if known_contents(second, {one.hash}) else first_maker(first, one.hash, end)
        if maker is not None:
            found.append(maker)
            waiting += [(given, maker.id) for given in _given(maker)]
    return found, seen


def _same_behind(operand: Operand, reader: Operation, second: Trace, kept: set[object]) -> set[str]:
    """Return a value of the second program and what it was made of by steps that the first takes as well."""
    found: set[str] = set()
    waiting = [(operand, reader.id)]
    while waiting and len(found) < _MOST_STEPS:
        one, end = waiting.pop()
        if one.hash is None or one.hash in found:
            continue
        found.add(one.hash)
        maker = first_maker(second, one.hash, end)
        if maker is not None and _kind(maker) in kept:
            waiting += [(given, maker.id) for given in _given(maker)]
    return found


def _kind(operation: Operation) -> object:
    """Return what an operation does, and the shapes of what it makes."""
    return step_of(operation.name), tuple(one.shape for one in operation.operands if one.role in AFTER)


def _given(operation: Operation) -> list[Operand]:
    return [one for one in operation.operands if one.role not in AFTER and one.hash is not None and one.shape]
