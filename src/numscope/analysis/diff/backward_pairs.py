"""Where the operations of two runs cease to be alike, followed backward from results that differ.

A rewritten program makes many values that the old one has not, only since it takes another way. But as long as both
make a result by the same step of the same number of inputs, what differs is what that step was given: the search goes
on with the operations that made the inputs. It ends where the steps differ, or where one is given a value that both
runs have.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from numscope.analysis.diff.rounded_values import Numbers, numbers_of
from numscope.analysis.diff.run_values import MOVES, VALUE_KEY, RunValues
from numscope.analysis.diff.step_names import step_of
from numscope.operations.traits import has_sql

_MOST_PAIRS = 1500
_MOST_MOVES = 30
_READ_AT_ONCE = 256
_MOST_GIVERS = 5
_MOST_RESULTS = 40
# Of several results of one name, those belong together that as many steps back are made alike.
_MOST_ALIKE = 3
_MOST_COUNTED = 400
_OPERANDS = f"""
    select id, name, {has_sql("traits", MOVES)} moves, role, kind, type, coalesce(dtype, kind) dtype, shape, text,
        {VALUE_KEY} as key, kind in ('array', 'scalar', 'int', 'float', 'bool') is_value,
        coalesce(minimum, integer, real) minimum, coalesce(maximum, integer, real) maximum,
        coalesce(mean, integer, real) mean, coalesce(deviation, 0) deviation
    from (select id, name, traits from operations where id in (select unnest(?::bigint[])))
        join (select * exclude (name), name given from operand_contents) on operation = id
    where role not in ('attribute', 'out') order by id, place
"""
# Operations that gave objects: what these hold besides the arrays that are shown is in no operand of who reads them.
_GIVERS = (
    "select operation, type from operand_layouts where role = 'output' and kind = 'object' order by operation"
)
# Of these both orders of two inputs are the same.
_COMMUTES = frozenset(("add", "multiply", "maximum", "minimum"))


@dataclass(frozen=True)
class _Value:
    """An operand. key: the same for equal contents; numbers: what is the same in any dtype, if known."""

    key: int
    axes: int
    numbers: Numbers | None
    is_value: bool
    dtype: str
    extremes: tuple[object, object]

    def same(self, other: _Value) -> bool:
        """Return whether both hold the same numbers, in any dtype and but for roundings.

        Those of one dtype with the very same extremes are in another order.
        """
        if self.key == other.key or self.numbers is None or other.numbers is None:
            return self.key == other.key
        reordered = self.dtype == other.dtype and self.extremes == other.extremes
        return self.numbers[:2] == other.numbers[:2] and not reordered

    @property
    def is_telling(self) -> bool:
        """Whether it is no accident that both runs have it: masks and single numbers are everywhere."""
        if self.numbers is None:
            return False
        length, (minimum, maximum, *_), kind = self.numbers
        return length > 1 and kind != "bool" and minimum != maximum


@dataclass
class _Step:
    number: int
    name: str
    moves: bool
    given: list[_Value] = field(default_factory=list)
    arguments: list[_Value] = field(default_factory=list)
    made: list[_Value] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)  # the types of those that it was given


class _Side:
    """One run: its steps, read as they are asked for, and which operation made a value."""

    def __init__(self, run: RunValues) -> None:
        self._run = run
        self._steps: dict[int, _Step] = {}
        self._blocks: set[int] = set()  # those that were read
        self._makers: dict[int, list[int]] = defaultdict(list)
        for key, number in zip(run.key[run.made].tolist(), run.ids[run.made].tolist(), strict=True):
            self._makers[key].append(number)
        self._keys = set(run.key.tolist())

    def has(self, value: _Value) -> bool:
        return value.key in self._keys or value.numbers in self._run.numbers

    def read(self, numbers: Iterable[int]) -> None:
        """Read these steps in one go, and those around them: the next ones asked for are often among these."""
        blocks = {number // _READ_AT_ONCE for number in numbers} - self._blocks
        self._blocks |= blocks
        wanted = [block * _READ_AT_ONCE + place for block in sorted(blocks) for place in range(_READ_AT_ONCE)]
        for row in self._run.trace.ask(_OPERANDS, [wanted]).to_pylist() if wanted else ():
            step = self._steps.setdefault(row["id"], _Step(row["id"], step_of(row["name"]), row["moves"]))
            value = _value(row)
            if row["role"] in ("output", "mutated"):
                step.made.append(value)
            elif row["role"] == "input":
                step.given.append(value)
            elif row["kind"] == "object":
                step.objects.append(row["type"] or "")
            elif row["kind"] != "function":
                step.arguments.append(value)

    def step(self, number: int) -> _Step | None:
        """Return a step; None if nothing is known of its operands."""
        self.read([number])
        return self._steps.get(number)

    def maker(self, value: _Value, before: int) -> int | None:
        """Return the last step before an operation that made the value."""
        made = self._makers.get(value.key, [])
        at = bisect_left(made, before)
        return made[at - 1] if at else None

    def giver(self, step: _Step) -> int | None:
        """Return the last step before another that gave an object of a type that this reads, and an array with it.

        One that computed nothing: of what another made, its result shows all.
        """
        read = {one.key for one in step.given}
        for kind in step.objects:
            given = self._givers[kind]
            end = bisect_left(given, step.number)
            for number in reversed(given[max(0, end - _MOST_MOVES) : end]):
                maker = self.step(number)
                if maker is None:
                    continue
                made = {one.key for one in maker.made if one.is_value}
                if made & read and made <= {one.key for one in (*maker.given, *maker.arguments)}:
                    return number
        return None

    @cached_property
    def _givers(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for row in self._run.trace.ask(_GIVERS).to_pylist():
            found[row["type"] or ""].append(row["operation"])
        return found

    def computed_by(self, step: _Step) -> _Step:
        """Return the step that computed what a step only moves or leaves as it is."""
        for _ in range(_MOST_MOVES):
            source = _handed_on(step)
            number = None if source is None else self.maker(source, step.number)
            maker = None if number is None else self.step(number)
            if maker is None:
                return step
            step = maker
        return step


def hidden_inputs(run: RunValues, number: int, unknown: Any) -> Any:
    """Return the places of `unknown` values in the object that an operation was given, of which it shows known ones.

    They were read by what gave the object: a table in groups shows its rows, and not what they are grouped by. A table
    that was made of a table shows its columns: others were dropped.
    """
    side = _Side(run)
    for _ in range(_MOST_GIVERS):
        step = side.step(number)
        giver = None if step is None else side.giver(step)
        gave = None if giver is None else side.step(giver)
        if step is None or gave is None:
            break
        places = np.flatnonzero((run.ids == gave.number) & ~run.made)
        if unknown[places].any() and not set(step.objects) & set(gave.objects):
            return places[unknown[places]]
        number = gave.number
    return np.empty(0, np.int64)


@dataclass(frozen=True, order=True)
class UnlikeStep:
    """Where the steps of both runs cease to be alike. chosen: it is the same step, of other values that both have."""

    second: int
    first: int
    chosen: bool


def unlike_step(runs: tuple[RunValues, RunValues], ends: tuple[Any, Any]) -> UnlikeStep | None:
    """Return the first operation of the second run at which the steps of both cease to be alike.

    ends: the places of the results that differ. None if no result has a counterpart, if all lead to values that no
    recorded operation made, or if the way back is too long, as through the steps of a simulation.
    """
    sides = _Side(runs[0]), _Side(runs[1])
    for depth in range(_MOST_ALIKE, -1, -1):
        stops, ended = _stops(sides, _results(sides, runs, ends, depth))
        if stops or not ended:
            return min(stops) if ended else None
    return None


def _stops(sides: tuple[_Side, _Side], results: Iterable[tuple[int, int]]) -> tuple[list[UnlikeStep], bool]:
    """Return where the ways back from pairs of results cease to be alike, and whether all were gone to their ends."""
    stops: list[UnlikeStep] = []
    seen: set[tuple[int, int]] = set()
    wave = list(results)
    while wave and len(seen) < _MOST_PAIRS:
        seen.update(wave)
        for side, numbers in zip(sides, zip(*wave, strict=True), strict=True):
            side.read(numbers)
        behind = [pair for old, new in wave for pair in _behind(sides, old, new, stops)]
        wave = [pair for pair in dict.fromkeys(behind) if pair not in seen]
    return stops, not wave


def _results(
    sides: tuple[_Side, _Side], runs: tuple[RunValues, RunValues], ends: tuple[Any, Any], depth: int
) -> Iterator[tuple[int, int]]:
    """Yield the steps that made the results of both runs, the last with the last of the same steps so far behind it."""
    numbers = [
        list(dict.fromkeys(run.ids[places].tolist()))[-_MOST_RESULTS:]
        for run, places in zip(runs, ends, strict=True)
    ]
    for side, some in zip(sides, numbers, strict=True):
        side.read(some)
    old, new = (
        [step for number in some if (step := side.step(number)) is not None]
        for side, some in zip(sides, numbers, strict=True)
    )
    waiting: dict[Hashable, list[_Step]] = defaultdict(list)
    for one in old:
        waiting[_way_to(sides[0], one, depth)].append(one)
    for one in reversed(new):
        found = waiting[_way_to(sides[1], one, depth)]
        if found:
            yield found.pop().number, one.number


def without_surplus(runs: tuple[RunValues, RunValues], ends: tuple[Any, Any]) -> tuple[Any, Any]:
    """Return the places of results without those that one run makes more often than the other, by the same steps.

    An accuracy that is now taken after each epoch, and before after the last one, is new whatever the training does.
    """
    if max(len(run.results) for run in runs) > _MOST_COUNTED:
        return ends
    sides = _Side(runs[0]), _Side(runs[1])
    made = [Counter(_ways(side, run, run.results)) for side, run in zip(sides, runs, strict=True)]
    kept = []
    for side, run, places, theirs in zip(sides, runs, ends, made[::-1], strict=True):
        ways = _ways(side, run, places)
        later = Counter(ways)
        last = []
        for place, way in zip(places.tolist(), ways, strict=True):
            if way not in theirs or later[way] <= theirs[way]:
                last.append(place)
            later[way] -= 1
        kept.append(np.array(last, np.int64))
    return kept[0], kept[1]


def _ways(side: _Side, run: RunValues, places: Any) -> list[Hashable]:
    numbers = run.ids[places].tolist()
    side.read(numbers)
    steps = [side.step(number) for number in numbers]
    return [None if step is None else _way_to(side, step, _MOST_ALIKE) for step in steps]


def _way_to(side: _Side, step: _Step, depth: int) -> Hashable:
    """Return the name of a step, and so far back the steps that made what it was given."""
    if not depth:
        return step.name
    behind = []
    for value in step.given:
        number = side.maker(value, step.number)
        maker = None if number is None else side.step(number)
        behind.append(_length(value) if maker is None else (_length(value), _way_to(side, maker, depth - 1)))
    return step.name, tuple(behind)


def _behind(
    sides: tuple[_Side, _Side], first: int, second: int, stops: list[UnlikeStep]
) -> list[tuple[int, int]]:
    """Return the pairs of steps that made what two steps were given; none where they are unlike, which is noted."""
    old, new = sides[0].step(first), sides[1].step(second)
    if old is None or new is None:
        return []
    if old.name != new.name:
        old, new = sides[0].computed_by(old), sides[1].computed_by(new)
    differing = _differing(old, new)
    if differing and _are_everywhere(sides, differing):
        stops.append(UnlikeStep(new.number, old.number, True))
        return []
    if differing == [] and new.objects:
        # What differs may be in an object: a table in groups shows its rows, and not what they are grouped by.
        givers = sides[0].giver(old), sides[1].giver(new)
        if givers[0] is not None and givers[1] is not None:
            return [(givers[0], givers[1])]
    if not differing:
        # What it makes may be in the first run all the same: then another step is missing or lost behind it.
        # One that is given no values only makes what another line asks for.
        if new.given and not all(map(sides[0].has, new.made)):
            stops.append(UnlikeStep(new.number, old.number, False))
        return []
    makers = [
        (sides[0].maker(before, old.number), sides[1].maker(after, new.number)) for before, after in differing
    ]
    return [(one, other) for one, other in makers if one is not None and other is not None]


def _differing(old: _Step, new: _Step) -> list[tuple[_Value, _Value]] | None:
    """Return the inputs by which two like steps differ; None if they are not alike."""
    if old.name != new.name or len(old.given) != len(new.given):
        return None
    given = old.given
    if (
        old.name in _COMMUTES
        and len(given) == 2
        and (given[0].same(new.given[1]) or given[1].same(new.given[0]))
    ):
        given = given[::-1]
    found = [both for both in zip(given, new.given, strict=True) if not both[0].same(both[1])]
    if any(bool(one.axes) != bool(other.axes) for one, other in found):
        return None
    arguments = [one.key for one in old.arguments], [one.key for one in new.arguments]
    return None if arguments[0] != arguments[1] else found


def _are_everywhere(sides: tuple[_Side, _Side], differing: Sequence[tuple[_Value, _Value]]) -> bool:
    """Return whether both runs have all of these values: the choice between them was made here."""
    known = all(sides[0].has(new) and sides[1].has(old) for old, new in differing)
    return known and any(new.is_telling for _, new in differing)


def _handed_on(step: _Step) -> _Value | None:
    """Return the input that a step moves, or that is its result. Of several that are put together it is none."""
    arrays = [one for one in step.given if one.is_value]
    same = [one for one in arrays if len(step.made) == 1 and step.made[0].same(one)]
    together = len(arrays) > 1 and [sum(map(_length, arrays))] == [_length(one) for one in step.made]
    return next(iter(same or (arrays if step.moves and not together else ())), None)


def _length(value: _Value) -> int:
    """Return how many elements a value has; none if that is not known."""
    return value.numbers[0] if value.numbers is not None else 0


def _value(row: dict[str, Any]) -> _Value:
    shape = row["shape"] or ()
    told = [row[name] for name in ("minimum", "maximum", "mean", "deviation")]
    known = row["is_value"] and None not in told
    numbers = numbers_of(math.prod(shape), told, row["dtype"]) if known else None
    key = row["key"] if row["is_value"] else hash((row["kind"], row["text"]))
    extremes = row["minimum"], row["maximum"]
    return _Value(key, len(shape), numbers, bool(row["is_value"]), row["dtype"], extremes)
