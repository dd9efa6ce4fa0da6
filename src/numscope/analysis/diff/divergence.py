"""Where the values of two runs part, and whether what they end in agrees.

Operations are not paired here: a value agrees if the other run has the same one anywhere. So a program that was
rewritten agrees with the old one as long as its results do, whatever it computes on the way.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numscope.analysis.concepts.array_difference import Tolerance
from numscope.analysis.diff.backward_pairs import (
    UnlikeStep,
    hidden_inputs,
    unlike_step,
    without_surplus,
)
from numscope.analysis.diff.behind_python import behind_python
from numscope.analysis.diff.known_values import KnownValues
from numscope.analysis.diff.printed_results import PrintedNumber
from numscope.analysis.diff.run_values import STATISTICS, RunValues
from numscope.trace import Trace

_MOST_COMPARED = 2000
# Values of a rewritten program that are looked for in the other's arrays, the earliest first.
_MOST_LOOKED_FOR = 300
# In place of an operation: values that come from several.
_SEVERAL = -1


@dataclass(frozen=True)
class Side:
    """What one run has that the other has not, as ids of operations.

    results: whose values nobody read and the other run does not have, in the order of time. origins: where values began
    that ended in those, first the first. agreed: the last operation before the first origin whose values agree. unseen:
    that origin read what code had made that is not recorded. way: the operations from the origins to the results.
    """

    results: tuple[int, ...]
    origins: tuple[int, ...]
    agreed: int | None
    unseen: bool = False
    way: tuple[int, ...] = ()
    _made: frozenset[int] = frozenset()

    def made(self, number: int) -> bool:
        """Return whether an operation made a value that the other run does not have."""
        return number in self._made


@dataclass(frozen=True)
class Divergence:
    """Both runs' sides. rounded: results that agree but for roundings, of `rounding` times their size at most.

    as_often: both runs hand the same single numbers to code that is not recorded, each as often. unlike: of rewritten
    programs, where their steps cease to be alike.
    """

    sides: tuple[Side, Side]
    rounded: int
    as_often: bool
    rounding: float = 0.0
    unlike: UnlikeStep | None = None

    @property
    def agree(self) -> bool:
        """Whether all results of both runs agree."""
        return not any(side.results for side in self.sides)


NO_DIVERGENCE = Divergence((Side((), (), None), Side((), (), None)), 0, True)


def divergence(
    first: Trace,
    second: Trace,
    tolerance: Tolerance,
    rewritten: bool,
    said: Sequence[tuple[PrintedNumber, PrintedNumber]] = (),
) -> Divergence:
    """Compare the values of two runs.

    said: numbers that both printed at one place and that differ. What the second printed may be a value that the first
    has, too: an element before or behind the one that was meant.
    rewritten: the programs differ too much for the steps inside libraries to be alike: only what they give counts, and
    numbers may be made one by one in one program and as an array in the other.
    """
    runs = RunValues(first), RunValues(second)
    relative = _relative(tolerance)
    unlike: list[_Unlike] = []
    rounded, rounding = 0, 0.0
    for mine, other in (runs, runs[::-1]):
        unknown = ~np.isin(mine.key, other.known())
        ends = mine.results if rewritten else mine.unread
        ends = ends[unknown[ends]]
        if rewritten:
            ends = ends[~mine.parts_of(~unknown)[ends]]
        if 0 < len(ends) <= _MOST_COMPARED:
            values = KnownValues(other, relative)
            distances = [values.rounding(mine, place) for place in ends]
            near = [distance for distance in distances if distance is not None]
            rounded += len(near)
            rounding = max(rounding, *near, 0.0)
            ends = ends[[distance is None for distance in distances]]
            if rewritten:
                mine.look_up(ends[~mine.columns["single"][ends].astype(bool)].tolist())
                ends = np.array([place for place in ends if not values.has_otherwise(mine, place)], np.int64)
        if said:
            ends = np.union1d(ends, _printed(mine, [both[len(unlike)] for both in said]))
        unlike.append((unknown, ends))
    ends = unlike[0][1], unlike[1][1]
    stop = None
    if rewritten and len(ends[0]) and len(ends[1]):
        ends = without_surplus(runs, ends)
        stop = unlike_step(runs, ends)
        unlike = [(unknown, there) for (unknown, _), there in zip(unlike, ends, strict=True)]
    sides = _rewritten_sides(runs, unlike, relative, stop) if rewritten else _sides(runs, unlike)
    as_often = np.array_equal(runs[0].singles(), runs[1].singles())
    return Divergence(sides, rounded, as_often, rounding, stop)


def _printed(run: RunValues, numbers: Sequence[PrintedNumber]) -> Any:
    """Return the places of the results that were printed as these numbers, of each number the last."""
    places = run.results[run.columns["single"][run.results].astype(bool)]
    values = run.columns["mean"][places].astype(np.float64).tolist()
    found = {
        number.text: place
        for place, value in zip(places.tolist(), values, strict=True)
        for number in numbers
        if number.says(value)
    }
    return np.array(sorted(found.values()), np.int64)


# Which values of a run the other does not have, and the places of results among these.
_Unlike = tuple[Any, Any]


def _sides(runs: tuple[RunValues, RunValues], unlike: Sequence[_Unlike]) -> tuple[Side, Side]:
    one, other = (
        _side(run, unknown, ends, ends) if len(ends) else Side((), (), None)
        for run, (unknown, ends) in zip(runs, unlike, strict=True)
    )
    return one, other


def _rewritten_sides(
    runs: tuple[RunValues, RunValues],
    unlike: Sequence[_Unlike],
    relative: Callable[[str], float] | None,
    stop: UnlikeStep | None,
) -> tuple[Side, Side]:
    """Return the sides of programs that take different ways: values begin at or before the step that is unlike."""
    sides = []
    for run, other, (unknown, ends) in zip(runs, runs[::-1], unlike, strict=True):
        if not len(ends):
            sides.append(Side((), (), None))
            continue
        there, left = ends, unknown & ~run.alike(other)
        if run is runs[1]:
            if stop is not None:
                there = np.flatnonzero(run.made & (run.ids == stop.second))
                there = there[left[there]] if left[there].any() else there
            left = left & ~_moved(run, left, there)
        left = left.copy()
        left[there] = True
        live = np.isin(run.ids, _Steps(run, left).way(there))
        values = KnownValues(other, relative)
        left &= ~_inside_arrays(run, left & live, values)
        left[ends] = left[there] = True
        side = _side(run, left, ends, there)
        earlier = _before_python(run, left, there, values)
        if earlier:
            agreed = _agreed(run, left, earlier)
            side = replace(side, origins=(*earlier, *side.origins), agreed=agreed, unseen=False)
        sides.append(side)
    return sides[0], sides[1]


def _before_python(run: RunValues, left: Any, there: Any, values: KnownValues) -> list[int]:
    """Return where values began before plain Python computed with them, if the first origin was given such numbers.

    These are operations at the lines from which the numbers come by the program's text.
    """
    origins = _Steps(run, left).origins(there)
    behind = behind_python(run.trace, run.trace.operations[origins[0]]) if origins else []
    new = left & run.made & np.isin(run.ids, behind)
    new &= ~_inside_arrays(run, new, values)
    return list(dict.fromkeys(run.ids[new].tolist()))


def _moved(run: RunValues, unknown: Any, spared: Any) -> Any:
    """Return which values are no more than known ones at another place: what computes with them is to blame.

    A part of a known array; a known number that was put into one, or into memory that nobody had written; a cast that
    changed no number. A move of all elements is none of these: it may be what went wrong, as a reshape in another
    order. spared: the places of values that are to be explained.
    """
    keys = set(run.key[unknown].tolist())
    made_here = set(run.key[unknown & run.made].tolist())
    of = set(run.ids[spared].tolist())
    moves = run.columns["moves"].astype(bool) | run.columns["assigns"].astype(bool)
    steps: dict[int, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for place in np.flatnonzero(moves).tolist():
        steps[int(run.ids[place])][int(run.made[place])].append(place)
    for number, (read, made) in steps.items():
        if number in of:
            continue
        given = [int(run.key[place]) for place in read]
        if read and run.columns["assigns"][read[0]]:
            is_move = _puts_number(run, read) and given[-1] not in keys and not made_here & keys & set(given)
            found = made if is_move else []
        else:
            found = [
                place for place in made if _is_part(run, read, place) or _keeps_numbers(run, read, place)
            ]
            found = [] if set(given) & keys else found
        keys.difference_update(run.key[found].tolist())
    return unknown & ~np.isin(run.key, list(keys))


def _puts_number(run: RunValues, read: Sequence[int]) -> bool:
    """Return whether what an assignment puts into an array is a single number."""
    return len(read) > 1 and bool(run.columns["single"][read[-1]]) and not run.columns["single"][read[0]]


def _is_part(run: RunValues, read: Sequence[int], made: int) -> bool:
    """Return whether a result has fewer elements than an input of its dtype."""
    sizes = [run.columns["data_bytes"][place] for place in read if run.dtype[place] == run.dtype[made]]
    return bool(run.columns["data_bytes"][made] < max(sizes, default=0))


def _keeps_numbers(run: RunValues, read: Sequence[int], made: int) -> bool:
    """Return whether a result has the numbers of the only input in another dtype, all of them."""
    if len(read) != 1 or run.dtype[read[0]] == run.dtype[made] or run.columns["single"][made]:
        return False
    told = [[run.columns[name][place] for name in STATISTICS] for place in (read[0], made)]
    return told[0] == told[1] and told[0][0] != told[0][1]


def _inside_arrays(run: RunValues, unknown: Any, other: KnownValues) -> Any:
    """Return which values the other run has as parts of its arrays, as when a loop became one array, or the reverse.

    And which are numbers that the other program's text has one by one, or one of them many times. Whole numbers count
    in the same order alone.
    """
    made = unknown & run.made & run.columns["user_visible"].astype(bool)
    places = np.flatnonzero(made)[:_MOST_LOOKED_FOR].tolist()
    run.look_up(places)
    there = [
        place
        for place in places
        if other.has_elements(run, place)
        or other.is_run(run, place)
        or other.is_written(run, place)
        or other.is_filled(run, place)
    ]
    # Which rows and columns a sparse matrix has comes with its numbers.
    sparse = [place for place in places if other.is_sparse(run, place)]
    beside = made & np.isin(run.ids, run.ids[sparse])
    return np.isin(run.key, run.key[there]) | np.isin(run.key, run.key[beside])


def _relative(tolerance: Tolerance) -> Callable[[str], float] | None:
    """Return the relative tolerance by the name of a dtype; None if all bits have to agree."""
    if tolerance.relative == 0 and not tolerance.absolute:
        return None

    def of(dtype: str) -> float:
        try:
            return tolerance.relative_for(
                np.dtype({"bfloat16": "float16", "float": "float64"}.get(dtype, dtype))
            )
        except TypeError:
            return 0.0

    return of


def _side(run: RunValues, unknown: Any, ends: Any, there: Any) -> Side:
    """Return what a run has for itself: its results at `ends`, and where the values at `there` began."""
    steps = _Steps(run, unknown)
    origins = steps.origins(there)
    if not origins or steps.from_unseen_code(origins[0]):
        # Then what else a library left behind says where it began.
        origins = steps.origins(run.unread[unknown[run.unread]]) or origins
    if origins and not steps.reads(origins[0]):
        origins = [*steps.origins(hidden_inputs(run, origins[0], unknown)), *origins]
    results = tuple(dict.fromkeys(run.ids[ends].tolist()))
    unseen = bool(origins) and steps.from_unseen_code(origins[0])
    made = frozenset(run.ids[unknown & run.made].tolist())
    return Side(
        results, tuple(origins), _agreed(run, unknown, origins), unseen, tuple(steps.way(there)), made
    )


class _Steps:
    """The operations of a run that read or made unknown values, in the order of time."""

    def __init__(self, run: RunValues, unknown: Any) -> None:
        self._run = run
        self._made: dict[int, set[int]] = defaultdict(set)
        self._read: dict[int, set[int]] = defaultdict(set)
        self._unseen: set[int] = set()  # read before any operation made them
        born: set[int] = set()
        backward = run.columns["graph_node"]
        before, last = None, None
        for place in np.flatnonzero(unknown).tolist():
            number, key = int(run.ids[place]), int(run.key[place])
            if number != last:
                before, last = last, number
            if run.made[place]:
                self._made[number].add(key)
                born.add(key)
                continue
            self._read[number].add(key)
            if key not in born and backward[place] and before is not None:
                # A backward pass hands gradients on without an operation: they come of what ran before, first the loss.
                self._made[before].add(key)
                born.add(key)
            elif key not in born:
                self._unseen.add(key)
        self._order = list(dict.fromkeys(run.ids[unknown].tolist()))

    def origins(self, ends: Any) -> list[int]:
        """Return the operations, first the first, where unknown values began that became those at `ends`.

        A value begins where an operation makes it of known ones, and where code that is not recorded made it.
        """
        way = self.way(ends)
        starts = [number for number in way if not self._read[number] - self._unseen]
        return self._needed(starts, way, ends) or starts

    def _needed(self, starts: list[int], way: list[int], ends: Any) -> list[int]:
        """Return those of the origins without which some value on the way would be known.

        A mask of another dtype is new, and all that is computed with it may be new for another reason too.
        """
        wanted = set(self._run.key[ends].tolist())
        origin_of: dict[int, int] = {}
        needed = {number for number in starts if self._made[number] & wanted}
        begun = set(starts)
        for number in way:
            behind = {origin_of[key] for key in self._read[number] if key in origin_of}
            origin = number if number in begun else behind.pop() if len(behind) == 1 else _SEVERAL
            if number not in begun and origin != _SEVERAL:
                needed.add(origin)
            origin_of.update(dict.fromkeys(self._made[number], origin))
        return [number for number in starts if number in needed]

    def way(self, ends: Any) -> list[int]:
        """Return the operations that unknown values went through which became those at `ends`, first the first."""
        wanted = set(self._run.key[ends].tolist())
        live = []
        for number in reversed(self._order):
            if self._made[number] & wanted:
                live.append(number)
                wanted |= self._read[number]
        return live[::-1]

    def reads(self, number: int) -> bool:
        """Return whether an operation read unknown values."""
        return bool(self._read[number])

    def from_unseen_code(self, number: int) -> bool:
        """Return whether an operation read values that no recorded one had made."""
        return bool(self._read[number] & self._unseen)


def _agreed(run: RunValues, unknown: Any, origins: list[int]) -> int | None:
    """Return the last operation before the first origin all of whose values are known."""
    if not origins:
        return None
    start = int(np.flatnonzero(run.ids == origins[0])[0])
    new = set(run.ids[:start][unknown[:start]].tolist())
    for number in run.ids[:start][::-1].tolist():
        if number not in new:
            return int(number)
    return None
