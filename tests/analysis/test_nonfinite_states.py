"""Where non-finite values began, in random programs, against rules that look through the whole history each time.

The reference keeps no state: for each operation it asks the list of what happened before. A program is written into a
trace from the format's description, so that memory can be reused and shared at will.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.trace.encoder import (
    ARRAY,
    FLOAT,
    INPUT,
    MUTATED,
    OUTPUT,
    SCALAR,
    EncodedCall,
    EncodedOperand,
    ShardEncoder,
    write_manifest,
)

import numscope
from numscope.analysis.nan.rows import NonfiniteRows
from numscope.rules.origin_kind import OriginKind

NAN = float("nan")
SIZE = 64
# Three arrays side by side, and views of their second halves.
PLACES = [0x10000 + SIZE * number // 2 for number in range(6)]
OWNERS = [None, 0x10000, 0x10040, 0x90000]
MAKER = "numpy.empty"
FRONTEND = Path(__file__).parents[2] / "frontend" / "src" / "report"


@dataclass(frozen=True)
class Value:
    """One operand. content: which of a few contents, 0: finite; None: a NaN in the program's text."""

    role: int
    content: int | None
    address: int = 0
    owner: int | None = None
    scalar: bool = False

    @property
    def bad(self) -> bool:
        return self.content != 0

    @property
    def after(self) -> bool:
        return self.role in (OUTPUT, MUTATED)

    @property
    def places(self) -> set[int]:
        """Where it lies; a Python value lies nowhere."""
        return set() if self.content is None else {self.address, self.owner} - {None}  # type: ignore[arg-type]


@dataclass(frozen=True)
class Does:
    """One operation."""

    name: str
    values: tuple[Value, ...]

    @property
    def bad(self) -> list[Value]:
        return [value for value in self.values if value.bad]

    @property
    def given_anew(self) -> set[int]:
        """Addresses of memory that it gave as it was."""
        return (
            {value.address for value in self.values if value.role == OUTPUT} if self.name == MAKER else set()
        )


Program = tuple[Does, ...]


class Reference:
    """What the rules of `numscope nan` say, word by word."""

    def __init__(self, program: Program) -> None:
        self.program = program
        # Memory is followed where non-finite values ever lay.
        self.met = {place for does in program for value in does.bad for place in value.places}
        self.answers: list[OriginKind | None] = []
        self.written: list[bool] = []  # whether the operation left values of its own
        for number in range(len(program)):
            self.answers.append(self.kind(number))

    def fresh(self, number: int) -> set[int]:
        return self.program[number].given_anew & self.met

    def has_content(self, number: int, value: Value) -> bool:
        """An operation that computed had or left this content before."""
        earlier = range(number)
        return value.content is None or any(
            self.written[one] and value.content == other.content
            for one in earlier
            for other in self.program[one].bad
        )

    def left_at(self, number: int, place: int, views: bool = False) -> bool:
        """Results with such values lie at `place`, and it was not given anew since."""
        for one in range(number, -1, -1):
            if one < number and self.written[one]:
                for value in self.program[one].bad:
                    there = {value.address} if views and value.owner is not None else value.places
                    if value.after and (not views or value.owner is not None) and place in there:
                        return True
            if place in self.fresh(one):
                return False
        return False

    def known(self, number: int, value: Value) -> bool:
        if self.has_content(number, value) or any(self.left_at(number, place) for place in value.places):
            return True
        around = [place for place in PLACES if value.address <= place < value.address + SIZE]
        return any(self.left_at(number, place, views=True) for place in around)

    def unwritten_since(self, number: int, place: int) -> int | None:
        """The operation since which `place` holds what it held when its memory was given."""
        since: dict[int, int] = {}
        for one in range(number + 1):
            ends = self.fresh(one)
            if one < number and self.written[one]:
                ends = ends | {
                    spot for value in self.program[one].bad if value.after for spot in value.places
                }
            since = {
                spot: begin
                for spot, begin in since.items()
                if not any(spot <= end < spot + SIZE for end in ends)
            }
            if one < number and not self.written[one]:
                for value in self.program[one].bad:
                    for spot in value.places if value.after else ():
                        since.setdefault(spot, one)
        return since.get(place)

    def is_unwritten(self, number: int, value: Value) -> bool:
        since = [self.unwritten_since(number, place) for place in value.places]
        begun = [begin for begin in since if begin is not None]
        if not begun:
            return False
        same = any(
            not self.written[one] and other.after and other.content == value.content
            for one in range(number)
            for other in self.program[one].bad
        )
        return same or any(
            change.role == MUTATED and change.places & value.places and self.touches_given(change)
            for one in range(min(begun) + 1, number)
            for change in self.program[one].values
        )

    def touches_given(self, value: Value) -> bool:
        given_anywhere = set().union(*(self.fresh(one) for one in range(len(self.program))))
        return bool(value.places & given_anywhere)

    def kind(self, number: int) -> OriginKind | None:
        does = self.program[number]
        before = [value for value in does.bad if not value.after]
        after = [value for value in does.bad if value.after]
        if not does.bad or does.name == MAKER:
            # What `numpy.empty` gives is nobody's; an operation without such values changes nothing.
            self.written.append(False)
            return None
        data = [
            value
            for value in before
            if value.content is not None and (not value.scalar or self.has_content(number, value))
        ]
        unwritten = [value for value in data if self.is_unwritten(number, value)]
        if unwritten and len(unwritten) == len(before):
            there = set().union(*(value.places for value in unwritten))
            shown = all(value.owner is not None or value.places & there for value in after)
            self.written.append(not shown)
            return None if shown else OriginKind.UNINITIALISED
        self.written.append(True)
        if not all(self.known(number, value) for value in data):
            return OriginKind.APPEARED
        if after and not before:
            numbers = any(value.role == INPUT for value in does.values)
            return OriginKind.MADE if numbers else OriginKind.READ
        return OriginKind.GIVEN if after and not data else None


def write(programs: Sequence[Program], path: Path) -> None:
    """Write the programs one after the other, each with memory and contents of its own."""
    shard = ShardEncoder()
    site = shard.site(shard.string("/nowhere/script.py"), 3, shard.string("main"))
    names = {name: shard.operation(name) for name in (MAKER, "numpy.add")}
    float64 = shard.dtype("<f8", 8, "f")
    layouts = {
        False: shard.layout(float64, (SIZE // 8,), (8,), SIZE),
        True: shard.layout(float64, (), (), 8),
    }
    shard.thread(77)

    def encoded(value: Value, world: int) -> EncodedOperand:
        if value.content is None:
            return EncodedOperand(FLOAT, value.role, value=NAN)
        return EncodedOperand(
            SCALAR if value.scalar else ARRAY,
            value.role,
            layout=layouts[value.scalar],
            address=value.address + (world << 32),
            owner=None if value.owner is None else value.owner + (world << 32),
            hash=(value.content + 1, world),
            statistics=(0.0, 1.0, 0.5, 0.5, 0, int(value.bad), 0, 0),
        )

    everything = [(world, does) for world, program in enumerate(programs) for does in program]
    for number, (world, does) in enumerate(everything):
        shard.call(
            EncodedCall(
                *(number, names[does.name], 1000 + number, 1, site, site),
                inputs=tuple(encoded(value, world) for value in does.values if not value.after),
                outputs=tuple(encoded(value, world) for value in does.values if value.after),
            )
        )
    write_manifest(path)
    shard.write_closed(path / "processes" / "0-4194311")


def origins(programs: Sequence[Program]) -> list[list[tuple[int, OriginKind]]]:
    """What numscope finds in each program: the place of the operation in it, and the kind."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.numscope"
        write(programs, path)
        with numscope.open(path) as trace:
            kinds = {origin.operation: origin.kind for origin in NonfiniteRows(trace).judged_alone()}
    ends = [0, *accumulate(len(program) for program in programs)]
    return [
        [(number - begin, kinds[number]) for number in range(begin, end) if number in kinds]
        for begin, end in pairwise(ends)
    ]


contents = st.sampled_from((0, 0, 1, 2, 3))
places = st.sampled_from((*PLACES, *PLACES[:1] * 6))
owners = st.sampled_from(OWNERS)
arrays = st.builds(Value, st.just(INPUT), contents, places, owners, st.just(False))
scalars = st.builds(Value, st.just(INPUT), contents, st.just(0x70000), st.none(), st.just(True))
literals = st.just(Value(INPUT, None))
results = st.builds(
    Value,
    st.sampled_from((OUTPUT, OUTPUT, MUTATED)),
    contents,
    places,
    owners,
)
makers = st.builds(lambda content, place: Does(MAKER, (Value(OUTPUT, content, place),)), contents, places)
others = st.builds(
    lambda given, left: Does("numpy.add", (*given, *left)),
    st.lists(st.one_of(arrays, arrays, arrays, scalars, literals), max_size=2),
    st.lists(results, max_size=2, unique_by=lambda value: value.address),
)
programs = st.lists(st.one_of(makers, others, others), min_size=1, max_size=14).map(tuple)


def expected(program: Program) -> list[tuple[int, OriginKind]]:
    return [(number, kind) for number, kind in enumerate(Reference(program).answers) if kind is not None]


# Many programs a trace: writing and opening one takes longer than judging it.
@given(st.lists(programs, min_size=30, max_size=60))
@settings(max_examples=12, deadline=None)
def test_origins_are_those_of_the_rules(some: list[Program]) -> None:
    assert origins(some) == [expected(program) for program in some]


def gives(content: int, place: int = PLACES[0]) -> Does:
    return Does(MAKER, (Value(OUTPUT, content, place),))


def adds(*values: Value) -> Does:
    return Does("numpy.add", values)


def test_each_step_is_taken() -> None:
    """One program a step: what decides, and what the state is afterwards."""
    unseen, finite = Value(INPUT, 1, PLACES[0]), Value(INPUT, 0, PLACES[4])
    result = Value(OUTPUT, 2, PLACES[5])
    changed, other = Value(MUTATED, 0, PLACES[0]), Value(INPUT, 3, PLACES[0])
    kinds = {
        "left": ((gives(1),), []),
        "shown": ((gives(1), adds(unseen, Value(OUTPUT, 1, PLACES[0]))), []),
        "shown, then read": (
            (gives(1), adds(unseen, Value(OUTPUT, 1, PLACES[0])), adds(unseen, result)),
            [(2, OriginKind.UNINITIALISED)],
        ),
        "written in part, then read": (
            (gives(1), adds(finite, changed), adds(other, result)),
            [(2, OriginKind.UNINITIALISED)],
        ),
        "written in part, shown, then read": (
            (gives(1), adds(finite, changed), adds(unseen, Value(OUTPUT, 1, PLACES[0])), adds(other, result)),
            [(3, OriginKind.UNINITIALISED)],
        ),
        "read unwritten": ((gives(1), adds(unseen, result)), [(1, OriginKind.UNINITIALISED)]),
        "met": ((adds(unseen, result),), [(0, OriginKind.APPEARED)]),
        "made": ((adds(finite, result),), [(0, OriginKind.MADE)]),
        "brought": ((adds(result),), [(0, OriginKind.READ)]),
        "given": ((adds(Value(INPUT, None), finite, result),), [(0, OriginKind.GIVEN)]),
        "carried": ((adds(finite, result), adds(Value(INPUT, 2, PLACES[5]))), [(0, OriginKind.MADE)]),
    }
    found = origins([program for program, _ in kinds.values()])
    assert dict(zip(kinds, found, strict=True)) == {name: expected for name, (_, expected) in kinds.items()}


def test_the_pages_know_every_kind() -> None:
    """The type and the texts of the report page name the kinds of the enum, and no others."""
    declared = re.search(
        r"\n  kind: ((?:\"\w+\"(?: \| )?)+);\n  times", (FRONTEND / "answers.ts").read_text()
    )
    assert declared is not None
    assert {word.strip('" ') for word in declared[1].split("|")} == {kind.value for kind in OriginKind}
    texts = (FRONTEND / "findings.ts").read_text()
    assert all(re.search(rf"^  {kind.value}: ", texts, re.MULTILINE) for kind in OriginKind)
