"""The one line of a rewritten program that takes another step than the first program anywhere, by their texts.

However many lines a refactoring changes, the steps are those of the first program (`steps_of_text.py`). Where all of
them have a counterpart but for one, no value has to be followed to find the line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from numscope.analysis.concepts.program import program_of
from numscope.analysis.diff.causes.step_pairs import StepPairs, in_common, step_pairs
from numscope.analysis.diff.causes.steps_of_text import UNKNOWN, Part, Step, is_number, steps_of
from numscope.analysis.diff.program_change import ProgramChange, SourceChange
from numscope.trace import Operation, Trace

_MOST_STEPS = 3000
_SIGN = "USub"
_SEVERAL = 2


@dataclass(frozen=True)
class OtherStep:
    """The line of the second program that is another.

    certain: it stands for a line of the first; else a step was only added or lost.
    """

    change: SourceChange
    certain: bool


def only_other_step(
    program: ProgramChange, parted: Operation | None, first: Trace, second: Trace
) -> OtherStep | None:
    """Return the only line of the second program with a step that the first does not take; None if there are others.

    If the second takes no other steps than the first does, and lacks one, that is where it stood. Of a step that one
    line takes and another hands on, it is the line at which the values part (`parted`), if they do at one of the two.
    """
    programs = program_of(first), program_of(second)
    before, after = (steps_of(one.tree) for one in programs)
    if max(len(before), len(after)) > _MOST_STEPS:
        return None
    site = None if parted is None else parted.user_site or parted.site
    at = None if site is None else (site.file, site.line)
    pairs = step_pairs(before, after)
    old, new = _only_lines(pairs, before, lambda line: programs[1].place(line) == at)
    was = None if old is None else programs[0].place(old)
    text = "" if was is None else first.sources.line(*was).strip()
    certain = bool(pairs.new) == bool(pairs.lost)
    if new is not None:
        place = programs[1].place(new)
        change = SourceChange(None, None, *place, (text, second.sources.line(*place).strip()))
        return OtherStep(change, certain)
    if was is None:
        return None
    statement = next((one for one in program.texts()[0] if one.holds(*was)), None)
    other = None if statement is None else program.counterpart(statement)
    if other is None:
        return OtherStep(SourceChange(statement, None, *was, (text, "")), certain)
    there = second.sources.line(other.file, other.line).strip()
    return OtherStep(SourceChange(statement, other, other.file, other.line, (text, there)), certain)


def _only_lines(
    found: StepPairs, before: list[Step], parts_at: Callable[[int], bool]
) -> tuple[int | None, int | None]:
    """Return the line of the first and that of the second program at which alone their steps differ.

    None for both if they differ at several; None for the second if it only lacks steps of the first. parts_at: whether
    the values part at a line of the second.
    """
    # A sign may be that of a number that the other text writes.
    if any(one.kind != _SIGN for one in found.new):
        line = _only_new_line(found, parts_at)
        return (None, None) if line is None else (min((one.line for one in found.lost), default=None), line)
    if found.lost:
        return _only_lost_line(found, before)
    lines = {(old.line, new.line) for old, new in (*_in_other_order(found), *_of_other_names(found))}
    return lines.pop() if len(lines) == 1 else (None, None)


def _only_new_line(found: StepPairs, parts_at: Callable[[int], bool]) -> int | None:
    """Return the line at which all new steps differ from those that they stand for; None if there are several.

    Each lost step must be one of these, or stand beside one.
    """
    likest = [_likest(one, found.lost) for one in found.new]
    lines = {_differs_at(one, was, found, parts_at) for one, was in zip(found.new, likest, strict=True)}
    replaced = {was.line for was in likest if was is not None}
    if len(lines) != 1 or (found.lost and None in likest) or {one.line for one in found.lost} - replaced:
        return None
    return lines.pop()


def _only_lost_line(found: StepPairs, before: list[Step]) -> tuple[int | None, int | None]:
    """Return where the only lost steps stood, and the line of the second program that goes on without them."""
    lines = {one.line for one in found.lost}
    forms = {(one.kind, one.words) for one in found.lost}
    there = [one for one in before if (one.kind, one.words) in forms]
    if len(lines) != 1 or len(there) > len(found.lost):
        return None, None
    kinds = {one.kind for one in found.lost}
    skipping = {
        _skips(*both, found.lost) for both in found.pairs if kinds & set(both[0].words) - set(both[1].words)
    }
    return lines.pop(), skipping.pop() if len(skipping) == 1 else None


def _skips(old: Step, new: Step, lost: list[Step]) -> int:
    """Return the line where a step is given something else in place of what a lost step gave."""
    had = set(old.words)
    return next((_said_at(part, [], lost) for part in new.given if part.word not in had), new.line)


def _likest(new: Step, lost: list[Step]) -> Step | None:
    """Return the lost step in whose place a new one stands: of its kind, or with the same parts."""
    alike = [one for one in lost if _may_stand_for(new, one)]
    return max(alike, key=lambda one: (one.kind == new.kind, in_common(one, new)), default=None)


def _may_stand_for(new: Step, was: Step) -> bool:
    """Return whether a step may be another made otherwise: both have the same parts, or one of several in its place."""
    if new.given and sorted(new.words) == sorted(was.words):
        return True
    if new.kind != was.kind:
        return False
    at_places = sum(a == b for a, b in zip(new.in_order, was.in_order, strict=False))
    same = at_places if new.ordered else in_common(new, was)
    return same > 0 or min(len(new.given), len(was.given)) < _SEVERAL


def _differs_at(new: Step, was: Step | None, found: StepPairs, parts_at: Callable[[int], bool]) -> int:
    """Return the line that makes a step another: that of itself, or of the only part that is another."""
    if was is None or was.kind != new.kind or len(was.given) != len(new.given):
        return new.line
    had = Counter(was.words)
    other = [part for part in new.given if not had.subtract([part.word]) and had[part.word] < 0]
    gone = next((part for part in was.given if had[part.word] > 0), None)
    if len(other) != 1:
        return new.line
    if gone is not None and gone.word.lstrip("-") == other[0].word.lstrip("-"):
        sign = other[0].sign if other[0].sign is not None else gone.sign
        return other[0].lines[min(sign or 0, len(other[0].lines) - 1)]
    said_at = _said_at(other[0], found.new, found.lost)
    return said_at if _is_written(other[0]) else next(filter(parts_at, other[0].lines), said_at)


def _is_written(part: Part) -> bool:
    return part.word == UNKNOWN or is_number(part.word) or part.word[:1] in ("'", '"')


def _said_at(part: Part, new: list[Step], lost: list[Step]) -> int:
    """Return the line that says what a part is: of what the first program computes as well, that of the name for it."""
    if _is_written(part) or any(one.line == part.lines[-1] for one in new if one.kind == part.word):
        return part.lines[-1]
    skipped = next((given for one in lost for given in one.given if given.word == part.word), None)
    back = 2 if skipped is None else len(skipped.lines)  # as many names away as it was from the lost step
    return part.lines[-min(back, len(part.lines))]


def _in_other_order(found: StepPairs) -> Iterator[tuple[Step, Step]]:
    """Yield the steps that give the same words to other places, which both have."""
    for old, new in found.pairs:
        given, now = ({part.place: part.word for part in one.given} for one in (old, new))
        if old.is_call and given.keys() == now.keys() and old.words == new.words:
            unlike = [(given[place], now[place]) for place in given if given[place] != now[place]]
            if unlike and not any(UNKNOWN in both for both in unlike):
                yield old, new


def _of_other_names(found: StepPairs) -> Iterator[tuple[Step, Step]]:
    """Yield the steps that are given another variable than the one that stands for theirs, which both programs have."""
    known = set(found.renamed.values())
    for old, new in found.pairs:
        if [(part.place, part.word) for part in old.given] != [(part.place, part.word) for part in new.given]:
            continue
        given = [
            (found.renamed.get(a.name, ""), b.name)
            for a, b in zip(old.given, new.given, strict=True)
            if a.name
        ]
        expected, now = (list(names) for names in zip(*given, strict=True)) if given else ([], [])
        if not old.ordered and not old.is_call:
            expected, now = sorted(expected), sorted(now)
        if expected != now and known.issuperset((*expected, *now)):
            yield old, new
