"""Where ranks first read different contents: the n-th operands of each place are laid side by side, in NumPy.

SQL's windows over the same rows took 3 microseconds an operation and a GB for each 2.5 million; this takes a sixth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np

from numscope.analysis.ranks.members import Member
from numscope.trace import Trace
from numscope.trace.arrow_columns import numbers

# Operations whose operands are read at a time, and of which one look at all places holds a rank's.
MOST_OPERATIONS = 10_000_000
NEVER = np.iinfo(np.int64).max

# A place of the program: which operation at which line, and which of its operands.
SPOT = "hash(o.name, o.user_file, o.user_line)"
SLOT = "hash(x.place, x.item, x.name, x.dtype, x.shape)"
COMPARED = "x.kind = 'array' and x.role = 'input'"
_SPOTS = f"select id, {SPOT} as key from calls o where user_line is not null"
_SLOTS = f"select id, {SLOT} as key from slots x where {COMPARED}"
_HASHES = "select id, hash_low as key from contents where hash_low is not null"
_RANGES = """
select first_operation as first, first_operation + operations as stop
from processes where first_segment = ? and operations > 0 order by first
"""


@dataclass(frozen=True)
class Apart:
    """Places that all ranks came to, in columns. key: of the place; spot: of its operation and line alone.

    turn: the first one (from 1) at which contents differ, or NEVER; time_ns: when that was. shared: how many turns
    every rank has.
    """

    key: Any
    spot: Any
    turn: Any
    time_ns: Any
    shared: Any

    def with_others(self, other: Apart) -> Apart:
        """Return what is true of the ranks of both."""
        _, mine, theirs = np.intersect1d(self.key, other.key, assume_unique=True, return_indices=True)
        a, b = self._at(mine), other._at(theirs)
        earlier = a.turn < b.turn
        same = a.turn == b.turn
        time_ns = np.where(same, np.minimum(a.time_ns, b.time_ns), np.where(earlier, a.time_ns, b.time_ns))
        return Apart(a.key, a.spot, np.minimum(a.turn, b.turn), time_ns, np.minimum(a.shared, b.shared))

    def _at(self, rows: Any) -> Apart:
        return Apart(*(getattr(self, name)[rows] for name in ("key", "spot", "turn", "time_ns", "shared")))


def together(found: Iterable[Apart]) -> Apart:
    """Return what is true of the ranks of all that is `found`."""
    return reduce(Apart.with_others, found)


def compared(part: Trace, group: list[Member]) -> Apart:
    """Compare the other ranks of a group with its first; where one has too much for one look, some lines each."""
    looks = max(1, -(-max(member.operations for member in group) // MOST_OPERATIONS))
    places = _Places.of(part)
    found = []
    for number in range(looks):
        reference, *others = (_turns(part, member, places.some(looks, number)) for member in group)
        found.append(together(_side_by_side(reference, other) for other in others))
    columns = ("key", "spot", "turn", "time_ns", "shared")
    return Apart(*(np.concatenate([getattr(one, name) for one in found]) for name in columns))


@dataclass(frozen=True)
class _Known:
    """Numbers by id, and of which ids one is known."""

    keys: Any
    known: Any

    @classmethod
    def of(cls, found: Any) -> _Known:
        ids, values = numbers(found["id"]), numbers(found["key"])
        keys = np.zeros(int(ids.max(initial=0)) + 1, np.uint64)
        known = np.zeros(len(keys), bool)
        keys[ids], known[ids] = values, True
        return cls(keys, known)

    def at(self, ids: Any) -> tuple[Any, Any]:
        """Return the numbers of these ids, and of which of them one is known."""
        there = ids < len(self.keys)
        ids = np.where(there, ids, 0)
        return self.keys[ids], self.known[ids] & there


@dataclass(frozen=True)
class _Places:
    """What is known of the rows of `calls`, `slots` and `contents`."""

    spots: _Known
    slots: _Known
    hashes: _Known

    @classmethod
    def of(cls, part: Trace) -> _Places:
        return cls(*(_Known.of(part.ask(query)) for query in (_SPOTS, _SLOTS, _HASHES)))

    def some(self, parts: int, number: int) -> _Places:
        """Return those of which the spot is of this number of so many parts."""
        chosen = self.spots.known & (self.spots.keys % np.uint64(parts) == number)
        return _Places(_Known(self.spots.keys, chosen), self.slots, self.hashes)


@dataclass(frozen=True)
class _Turns:
    """What a rank read, place by place and in its order. key, spot, begins, count: by place; hash, time_ns: of all."""

    key: Any
    spot: Any
    begins: Any
    count: Any
    hash: Any
    time_ns: Any


def _turns(part: Trace, member: Member, places: _Places) -> _Turns:
    """Return what a rank read at these places."""
    pieces = list(_reads(part, member, places))
    key, spot, content, time_ns = (np.concatenate(column) for column in zip(*pieces, strict=True))
    order = np.argsort(key, kind="stable")
    key = key[order]
    begins = np.flatnonzero(np.append(True, key[1:] != key[:-1])[: len(key)])
    count = np.diff(np.append(begins, len(key)))
    return _Turns(key[begins], spot[order][begins], begins, count, content[order], time_ns[order])


def _reads(part: Trace, member: Member, places: _Places) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Yield key, spot, hash and time of what a rank read, some operations at a time and in their order."""
    yield tuple(np.zeros(0, kind) for kind in (np.uint64, np.uint64, np.uint64, np.int64))  # type: ignore[misc]
    for row in part.ask(_RANGES, [member.process]).to_pylist():
        for first in range(row["first"], row["stop"], MOST_OPERATIONS):
            yield _read(part, first, min(first + MOST_OPERATIONS, row["stop"]), places)


def _read(part: Trace, first: int, stop: int, places: _Places) -> tuple[Any, Any, Any, Any]:
    operations = part.ask(
        f"select id, call, time_ns from recorded_operations where id >= {first} and id < {stop}"
    )
    at = numbers(operations["id"]) - first
    recorded = np.zeros(stop - first, bool)
    call, time_ns = np.zeros(stop - first, np.int64), np.zeros(stop - first, np.int64)
    recorded[at], call[at], time_ns[at] = True, numbers(operations["call"]), numbers(operations["time_ns"])
    operands = part.ask(
        "select operation, slot, content from recorded_operands "
        f"where operation >= {first} and operation < {stop} and content is not null"
    )
    operation = numbers(operands["operation"]) - first
    spot, known_spot = places.spots.at(call[operation])
    slot, known_slot = places.slots.at(numbers(operands["slot"]))
    content, known_content = places.hashes.at(numbers(operands["content"]))
    rows = np.flatnonzero(recorded[operation] & known_spot & known_slot & known_content)
    rows = rows[np.argsort(operation[rows], kind="stable")]
    return spot[rows] ^ slot[rows], spot[rows], content[rows], time_ns[operation[rows]]


def _side_by_side(one: _Turns, other: _Turns) -> Apart:
    """Compare what two ranks read at each place that both came to, turn by turn."""
    _, mine, theirs = np.intersect1d(one.key, other.key, assume_unique=True, return_indices=True)
    shared = np.minimum(one.count[mine], other.count[theirs])
    starts = np.cumsum(shared) - shared
    turn = np.arange(1, int(shared.sum()) + 1) - np.repeat(starts, shared)
    differs = (
        one.hash[np.repeat(one.begins[mine], shared) + turn - 1]
        != other.hash[np.repeat(other.begins[theirs], shared) + turn - 1]
    )
    first = np.minimum.reduceat(np.where(differs, turn, NEVER), starts) if len(starts) else starts
    time_ns = np.full(len(first), NEVER)
    apart = np.flatnonzero(first < NEVER)
    time_ns[apart] = np.minimum(
        one.time_ns[one.begins[mine[apart]] + first[apart] - 1],
        other.time_ns[other.begins[theirs[apart]] + first[apart] - 1],
    )
    return Apart(one.key[mine], one.spot[mine], first, time_ns, shared)
