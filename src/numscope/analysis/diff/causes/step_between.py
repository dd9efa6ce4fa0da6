"""A statement that changes a value on its way to a step that both programs take: one program has it, one has not.

`heights[heights == -9999] = nan` was removed, or `s = s - 35` became `s -= 35`, which changes the array of the caller.
What the other program goes on with is known, so values part at the step alone, whose line is right in both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from numscope.analysis.diff.program_change import ProgramChange, SourceChange
from numscope.analysis.diff.step_names import step_of
from numscope.operations.traits import Trait
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 500
_NAMES = "select distinct name from operations where depth = 0"
_NAMED = (
    "select id from operations where name in (select unnest(?::varchar[])) and depth = 0 order by id limit ?"
)
_AT_LINES = """
    select id from operations where user_file = ? and user_line between ? and ? and depth = 0 order by id limit ?
"""


def step_between(
    program: ProgramChange, parted: Operation, first: Trace, second: Trace
) -> SourceChange | None:
    """Return the statement that the second program lacks, or that writes an array in place which the first leaves.

    parted: where values part. None unless the first program takes the same step, and all that it is given otherwise is
    what such a statement made of what the other is given.
    """
    site = parted.user_site or parted.site
    removed = [one for one in program.computing if one.second is None]
    others = [one for one in program.computing if one.second and not (site and one.holds(*site.place))]
    if not removed and not others:
        return None
    lost, written = _Made(removed, first), _Made(others, second, in_place=True)
    new = _read(parted)
    for operation in _same_steps(parted, first):
        old = _read(operation)
        if old.keys() != new.keys():
            continue
        unlike = [(old[place], new[place]) for place in new if old[place] != new[place]]
        causes = [lost.between(b, a) or written.between(a, b) for a, b in unlike]
        if causes and None not in causes:
            return causes[0]
    return None


class _Made:
    """What statements made in a run. in_place: only what they wrote into an array that they were given."""

    def __init__(self, changes: Iterable[SourceChange], run: Trace, in_place: bool = False) -> None:
        self._behind: dict[str, dict[str, SourceChange]] = defaultdict(dict)
        for change in changes:
            self._add(change, run, in_place)

    def between(self, before: str, after: str) -> SourceChange | None:
        """Return the statement that made one value of another, or the first of several that did."""
        return self._behind[after].get(before)

    def _add(self, change: SourceChange, run: Trace, in_place: bool) -> None:
        statement = change.second or change.first
        assert statement is not None
        where = [statement.file, statement.line, statement.last, _MOST_LOOKED_AT]
        for operation in run.operations.fetch(run.ask(_AT_LINES, where)["id"].to_pylist()):
            read = [one.hash for one in operation.operands if one.hash is not None and one.role not in AFTER]
            writes = not in_place or _writes(operation)
            made = [one.hash for one in operation.operands if one.hash is not None and one.role in AFTER]
            behind = dict.fromkeys(read, change)
            for content in read:
                behind.update(self._behind.get(content, {}))
            for content in made if writes else ():
                self._behind[content].update({one: by for one, by in behind.items() if one != content})


def _writes(operation: Operation) -> bool:
    """Return whether an operation changes an array that it was given."""
    return bool(operation.traits & Trait.WRITES) or any(one.role == "out" for one in operation.operands)


def _same_steps(parted: Operation, first: Trace) -> list[Operation]:
    """Return the operations of the first run that take the step where values part, by whatever name."""
    step = step_of(parted.name)
    names = [name for name in first.ask(_NAMES)["name"].to_pylist() if step_of(name) == step]
    return first.operations.fetch(first.ask(_NAMED, [names, _MOST_LOOKED_AT])["id"].to_pylist())


def _read(operation: Operation) -> dict[tuple[object, ...], str]:
    """Return what an operation was given, by its place."""
    return {
        (one.role, one.position, one.name, one.item): one.hash or repr(one.literal)
        for one in operation.operands
        if one.role not in AFTER and one.role != "attribute"
    }
