"""Which of several changes of a program made its values part.

Judged by what ran: a changed line that gave only values of the other run, or ran later, is not to blame; nor is a call
with the same inputs, whatever else its line says. Of the others the one to blame is the nearest to the line where
values part, over the names that this line reads.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from numscope.analysis.diff.divergence import Side
from numscope.analysis.diff.program_change import ProgramChange, SourceChange
from numscope.analysis.diff.slices import Slices
from numscope.analysis.diff.statements import Statement, head_parts
from numscope.operations.lore.gradients import WITHOUT_GRADIENTS
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 200
_FAR = 1 << 30
_AT_LINES = """
    select id from operations where user_file = ? and user_line between ? and ? and depth = 0
    order by id limit 10000
"""
_NAMED = "select id from operations where name = ? and depth = 0 order by id limit ?"


class Suspects:
    """The changes of a program, as one run shows them: the second; removed: the first, which has what it lacks."""

    def __init__(self, program: ProgramChange, parted: Operation, side: Side, removed: bool) -> None:
        self._program = program
        self._parted = parted
        self._side = side
        self._removed = removed

    def likeliest(self, changes: list[SourceChange], run: Trace, other: Trace) -> SourceChange | None:
        """Return the change to look at first. run: the trace that has `parted`."""
        site = self._parted.user_site or self._parted.site
        if site is None or not changes:
            return None
        repeated = is_repeated(self._parted, other)
        changes = [one for one in changes if not _is_mere_head(one)] or changes
        found = min(
            zip(changes, self._distances(changes), strict=True),
            key=lambda both: (self._is_innocent(both[0], run, repeated), *self._rank(*both)),
        )[0]
        if not found.holds(site.file, site.line, self._removed):
            return found
        # Of a new statement of several lines, and of one with a name for its part, the line whose values part.
        if not (found.first and found.second):
            return replace(found, line=site.line)
        if not self._is_elsewhere(found, site.line):
            return found
        line = run.sources.line(site.file, site.line).strip()
        return replace(found, line=site.line, text=(found.text[0], line))

    def _is_elsewhere(self, change: SourceChange, line: int) -> bool:
        """Return whether a change is shown at another statement than the line where values part, and differs here."""
        there = self._there(change)
        if (
            there is None
            or self._removed
            or there.holds(there.file, change.line) == there.holds(there.file, line)
        ):
            return False
        return any(
            there.holds(there.file, one.second) == there.holds(there.file, line) for one in change.edits
        )

    def _rank(self, change: SourceChange, distance: int) -> tuple[object, ...]:
        """Return how far a change is; in a rewritten program a number that only one text has counts more than that."""
        numbers = not self._numbers.isdisjoint(_numbers([change.first, change.second]))
        away = self._lines_away(change)
        if self._program.rewritten:
            return distance == _FAR, not numbers, distance, away
        return distance, not numbers, away

    @cached_property
    def _numbers(self) -> set[float]:
        """Return the numbers that only one of the two texts has."""
        first, second = self._program.texts()
        return _numbers(first) ^ _numbers(second)

    def _there(self, change: SourceChange) -> Statement | None:
        return change.first if self._removed else change.second

    def _distances(self, changes: list[SourceChange]) -> list[int]:
        """Return over how many steps the line where values part depends on each change, in the program that has it."""
        texts = self._program.texts()
        site = self._parted.user_site or self._parted.site
        assert site is not None
        start = next((one for one in texts[not self._removed] if one.holds(site.file, site.line)), None)
        if start is None:
            return [_FAR] * len(changes)
        counterpart = self._program.counterpart(start, self._removed)
        starts = (start, counterpart) if self._removed else (counterpart, start)
        first, second = (_steps(text, one) for text, one in zip(texts, starts, strict=True))
        return [
            0
            if change.holds(site.file, site.line, self._removed)
            else min(first.get(id(change.first), _FAR), second.get(id(change.second), _FAR))
            for change in changes
        ]

    def _is_innocent(self, change: SourceChange, run: Trace, repeated: bool) -> bool:
        statement, site = self._there(change), self._parted.user_site or self._parted.site
        if _same_but_for_recording(change):
            return True
        if statement is None or statement.is_definition:
            return False
        if site is not None and change.holds(site.file, site.line, self._removed):
            return repeated
        ran = run.ask(_AT_LINES, [statement.file, statement.line, statement.last])["id"].to_pylist()
        if not ran:
            return False
        if ran[0] > self._parted.id:
            return True
        return not any(map(self._side.made, ran)) and _give_values(run, ran)

    def _lines_away(self, change: SourceChange) -> tuple[bool, int]:
        site = self._parted.user_site or self._parted.site
        line = change.line - (site.line if site is not None else 0)
        return line > 0, abs(line)


def _is_mere_head(change: SourceChange) -> bool:
    """Return whether a change is the head of a new function that says no value: its body has changes of its own."""
    head = None if change.first or change.second is None else change.second.node
    if not isinstance(head, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    return not (head.args.defaults or any(head.args.kw_defaults) or head.decorator_list)


def _same_but_for_recording(change: SourceChange) -> bool:
    """Return whether both texts are the same but for how they turn gradients off, which changes no value."""
    first, second = (re.sub(WITHOUT_GRADIENTS, "", text) for text in change.text)
    return first == second and change.text[0] != change.text[1]


def _numbers(statements: Iterable[Statement | None]) -> set[float]:
    """Return the numbers that statements write."""
    return {
        float(part.value)
        for one in statements
        if one is not None
        for part in head_parts(one.node)
        if isinstance(part, ast.Constant)
        and isinstance(part.value, (int, float))
        and not isinstance(part.value, bool)
    }


def _steps(text: list[Statement], start: Statement | None) -> dict[int, int]:
    """Return by the identity of a statement how far the one at the start is from it."""
    if start is None:
        return {}
    place = next(place for place, one in enumerate(text) if one is start)
    return {id(text[other]): steps for other, steps in Slices(text).distances(place).items()}


def is_repeated(parted: Operation, other: Trace) -> bool:
    """Return whether the other run has the same operation of the same inputs, with another result.

    Never of one that was given an object: its settings are in no operand.
    """
    if any(one.kind == "object" for one in parted.operands if one.role not in AFTER):
        return False
    ids = other.ask(_NAMED, [parted.name, _MOST_LOOKED_AT])["id"].to_pylist()
    given, made = _values(parted, False), _values(parted, True)
    same = [one for one in other.operations.fetch(ids) if _values(one, False) == given]
    return bool(given) and bool(same) and all(_values(one, True) != made for one in same)


def _values(operation: Operation, after: bool) -> list[tuple[object, ...]]:
    """Return what an operation read, or made."""
    return [
        (one.position, one.name, one.kind, one.hash if one.is_array() else repr(one.literal))
        for one in operation.operands
        if (one.role in AFTER) == after and one.role != "attribute"
    ]


def _give_values(run: Trace, ids: Iterable[int]) -> bool:
    """Return whether operations gave values that are not the same by chance, and changed none in place."""
    given = [
        one for operation in run.operations.fetch(list(ids)[:_MOST_LOOKED_AT]) for one in operation.operands
    ]
    if any(one.role == "mutated" for one in given):
        return False
    return any(one.role in AFTER and _is_telling(one) for one in given)


def _is_telling(operand: Operand) -> bool:
    """Return whether a value says what it is: single whole numbers are everywhere."""
    if operand.is_array() and operand.shape:
        return True
    number = operand.statistics.mean if operand.statistics is not None else operand.literal
    return isinstance(number, float) and number != round(number, 3)
