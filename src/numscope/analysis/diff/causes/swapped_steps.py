"""Two steps that a rewritten program takes in the other order, the first of which makes no new numbers.

To sort, to cut off or to set negative numbers to zero leaves elements that both programs have, so values part only at
the step behind it. That says the same in both, and so does the other.
"""

from __future__ import annotations

import ast

from numscope.analysis.concepts.callers import Function, calls_of, function_around
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.diff.causes.layers import layer_at
from numscope.analysis.diff.causes.makers import first_maker
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_STEPS = 6
_MOST_ALIKE = 5
_MOST_LOOKED_AT = 500
_READING = """
    select distinct id from operations join operand_contents on operation = id
    where operations.name = ? and role = 'input' and hash_high = ? and hash_low = ? order by id limit 20
"""
_LATER = f"select id from operations where name = ? and id > ? order by id limit {_MOST_LOOKED_AT}"


def swapped_step(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that takes a step too early.

    parted: where values part. None unless the first program takes the same step on the value that the second gives to
    another before, and that other one, called alike, on a later value that the second lacks; or unless the first gives
    the value that `parted` reads to another step before, which the second takes later.
    """
    if parted.traits & Trait.STANDS:
        return None
    for given in _arrays(parted):
        way, root = _way(given, parted, first, second)
        old = _same_step(parted, root, first) if way and root is not None else None
        early = next((step for step in way if old is not None and _is_later(step, old, first, second)), None)
        if early is not None and old is not None:
            return _change(old, _place(early, parted, second), second)
    read = {one.hash for one in _arrays(parted)}
    for old in _like(parted, first):
        for given in _arrays(old):
            way, root = _way(given, old, second, first)
            late = next(
                (step for step in way if root in read and _is_later(step, parted, second, first)), None
            )
            if late is not None:
                return _change(late, _place(parted, _later(late, parted, second)[0], second), second)
    return None


def _change(old: Operation, place: tuple[str, int] | None, second: Trace) -> SourceChange | None:
    if place is None or old.user_site is None:
        return None
    texts = old.user_site.source.strip(), second.sources.line(*place).strip()
    return SourceChange(None, None, *place, texts)


def _like(parted: Operation, first: Trace) -> list[Operation]:
    """Return the operations of the first run that are called as one of the second's."""
    ids = first.ask(_LATER, [parted.name, -1])["id"].to_pylist()[:_MOST_ALIKE]
    return [one for one in first.operations.fetch(ids) if _arguments(one) == _arguments(parted)]


def _arrays(operation: Operation) -> list[Operand]:
    return [one for one in operation.inputs if one.hash is not None and one.shape]


def _way(
    given: Operand, reader: Operation, first: Trace, second: Trace
) -> tuple[list[Operation], str | None]:
    """Return the steps of the second run behind a value, first the first, and the value of both before them."""
    way: list[Operation] = []
    content, before = given.hash, reader.id
    while content is not None and not known_contents(first, {content}) and len(way) < _MOST_STEPS:
        maker = first_maker(second, content, before)
        arrays = [] if maker is None else _arrays(maker)
        # What a library does with an object is not told by its numbers.
        if maker is None or len(arrays) != 1 or maker.traits & Trait.STANDS:
            return [], None
        way.insert(0, maker)
        content, before = arrays[0].hash, maker.id
    return way, content


def _same_step(parted: Operation, content: str, first: Trace) -> Operation | None:
    """Return the operation of the first run that does the same with a value."""
    where = [parted.name, int(content[:16], 16), int(content[16:], 16)]
    found = first.operations.fetch(first.ask(_READING, where)["id"].to_pylist())
    return next((one for one in found if _arguments(one) == _arguments(parted)), None)


def _is_later(step: Operation, old: Operation, first: Trace, second: Trace) -> bool:
    """Return whether the first program takes a step after another, on a value that the second lacks."""
    read = {one.hash for operation in _later(step, old, first) for one in _arrays(operation)}
    contents = {one for one in read if one is not None}
    return bool(contents - known_contents(second, contents))


def _later(step: Operation, old: Operation, trace: Trace) -> list[Operation]:
    ids = trace.ask(_LATER, [step.name, old.id])["id"].to_pylist()
    return [one for one in trace.operations.fetch(ids) if _arguments(one) == _arguments(step)]


def _arguments(operation: Operation) -> list[str]:
    plain = [one for one in operation.operands if one.role == "argument" and one.hash is None]
    return [repr(one.literal) for one in plain if one.kind != "object" and one.role not in AFTER]


def _place(early: Operation, parted: Operation, second: Trace) -> tuple[str, int] | None:
    """Return the file and line that put one step before the other.

    That which calls the function of the early step beside that of the other; in a container of layers, the layer's.
    """
    one, other = early.user_site, parted.user_site
    if one is None or other is None:
        return None
    if one.place == other.place:
        return layer_at(early, second) or one.place
    tree = parsed(second.sources.text(one.file) or "")
    function = function_around(tree, one.line)
    if one.file != other.file or function is None:
        return one.place
    line = _called_beside(tree, function, function_around(tree, other.line))
    return one.place if line is None else (one.file, line)


def _called_beside(tree: ast.Module, function: Function, other: Function | None) -> int | None:
    """Return the only line that calls a function where another is called too; None if both are the same."""
    if function is other:
        return None
    scopes = (
        {None} if other is None else {function_around(tree, call.lineno) for call in calls_of(tree, other)}
    )
    lines = {call.lineno for call in calls_of(tree, function) if function_around(tree, call.lineno) in scopes}
    return lines.pop() if len(lines) == 1 else None
