"""Tensors that should be the same on all ranks and are not: weights, optimiser states, reduced gradients.

No library is asked which tensors these are. At one place of the program (operation, line, operand, shape) the ranks'
n-th operands are compared by content hash: what has been equal on all ranks with CHANGING contents several times is a
replica; data never is, and masks or constants do not change. Position in time is not compared, since one rank may do
more than the others (it logs, it saves).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.ranks import turns
from numscope.analysis.ranks.finding import Finding, named
from numscope.analysis.ranks.members import Member
from numscope.analysis.ranks.turns import COMPARED, SLOT, SPOT, compared, together
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operation, Trace
from numscope.trace.parts import Piece, in_groups, map_pieces, part_of

# Different contents on which all ranks must have agreed at a place before.
_AGREED = 3
# Turns before the first difference among which these are looked for: all of a long run need too much memory.
_LOOKED_BACK = 1_000
# Places at which ranks differ that are looked at, by time.
_MOST_PLACES = 50
# A condition on the spot leaves other calls' operations and operands out before the join.
_ROWS = f"""
with ranks as (select unnest(?::bigint[]) process, unnest(?::bigint[]) rank)
select rank, operation, time_ns, x.address, x.data_bytes, x.place, hash_low as hash,
    {SPOT} as spot, xor({SPOT}, {SLOT}) as "key",
    row_number() over (partition by rank, "key" order by operation) as turn
from operand_contents x join called_operations o on x.operation = o.id join ranks on o.process = ranks.process
where {COMPARED} and hash_low is not null and user_line is not null
"""
_CONTENTS = f"""
with rows as ({_ROWS} and {SPOT} = ?::ubigint)
select count(distinct hash) contents from rows where "key" = ?::ubigint and turn between ? and ?
"""
# What the ranks read there, what they read the time before, and where else one read what another reads there.
_AT_PLACE = f"""
with rows as ({_ROWS} and {SPOT} = ?::ubigint), here as (from rows where "key" = ?::ubigint)
select * exclude ("key", spot) from here where turn in (?, ? - 1) or hash in (select hash from here where turn = ?)
"""
_WRITES = f"""
select o.id, name, user_file, user_line from called_operations o
where process = ? and o.id > ? and o.id < ? and user_line is not null and not {has_sql("traits", Trait.VIEW)}
    and o.id in (
        select operation from results
        where address < ? and address + data_bytes > ? and operation > ? and operation < ?)
order by o.id
"""


def replicas(trace: Trace, ranks: Mapping[int, Member]) -> Iterator[Finding]:
    """Yield the first tensor that was the same on all ranks and is not any more, if there is one."""
    if len(ranks) < 2:
        return
    given = _given(ranks.values())
    for place in _first_apart(trace, list(ranks.values())):
        rows = trace.ask(_AT_PLACE, [*given, place.spot, place.key, *[place.turn] * 3]).to_pylist()
        here = {row["rank"]: row for row in rows if row["turn"] == place.turn}
        odd = _odd(here)
        if not _is_shifted(rows, here, odd):
            yield _finding(trace, ranks, place, rows, here, odd)
            return


@dataclass(frozen=True)
class _Place:
    """Where ranks first read different contents: the place's key, its turn there (from 1), and when that was.

    spot: the key of its operation and line alone.
    """

    key: str
    spot: str
    turn: int
    time_ns: int


def _given(members: Iterable[Member]) -> list[list[int]]:
    """Return processes and ranks as the two parameters of `_ROWS`."""
    listed = list(members)
    return [[member.process for member in listed], [member.rank for member in listed]]


def _first_apart(trace: Trace, members: list[Member]) -> Iterator[_Place]:
    """Yield the places at which the ranks agreed on changing contents and then did not, by time.

    All ranks agree at a turn where each group agrees, since the first rank is in every group.
    """
    groups = _groups(members)
    pieces = [
        Piece(tuple(member.process for member in group) if len(groups) > 1 else None, (group,))
        for group in groups
    ]
    found = together(map_pieces(trace, compared, pieces, in_order=False))
    chosen = np.flatnonzero((found.turn > _AGREED) & (found.turn <= found.shared))
    chosen = chosen[np.argsort(found.time_ns[chosen], kind="stable")][:_MOST_PLACES]
    for index in chosen.tolist():
        place = _Place(
            str(found.key[index]), str(found.spot[index]), int(found.turn[index]), int(found.time_ns[index])
        )
        if _contents(trace, members[0], place) >= _AGREED:
            yield place


def _contents(trace: Trace, member: Member, place: _Place) -> int:
    """Return how many different contents a rank read at a place before the ranks differed."""
    with part_of(trace, [member.process]) as part:
        before = [max(1, place.turn - _LOOKED_BACK), place.turn - 1]
        (row,) = part.ask(_CONTENTS, [*_given([member]), place.spot, place.key, *before]).to_pylist()
    return int(row["contents"])


def _groups(members: list[Member]) -> list[list[Member]]:
    """Return groups of at least two ranks and at most about turns.MOST_OPERATIONS, the first rank in each."""
    reference, *others = members
    sizes = ((member, member.operations) for member in others)
    return [[reference, *group] for group in in_groups(sizes, turns.MOST_OPERATIONS - reference.operations)]


def _odd(here: Mapping[int, Mapping[str, Any]]) -> tuple[int, ...]:
    """Return the ranks whose content is not the most frequent one; of two ranks both."""
    counts = Counter(row["hash"] for row in here.values())
    (usual, most), *others = counts.most_common(2)
    if others and others[0][1] == most:
        return tuple(sorted(here))
    return tuple(sorted(rank for rank, row in here.items() if row["hash"] != usual))


def _is_shifted(
    rows: list[dict[str, Any]], here: Mapping[int, Mapping[str, Any]], odd: tuple[int, ...]
) -> bool:
    """Return whether an odd rank has what another one has at another turn: it came there more often."""
    return any(
        row["hash"] == here[rank]["hash"] and row["rank"] != rank and row["turn"] != here[rank]["turn"]
        for rank in odd
        for row in rows
    )


def _finding(
    trace: Trace,
    ranks: Mapping[int, Member],
    place: _Place,
    rows: list[dict[str, Any]],
    here: Mapping[int, Mapping[str, Any]],
    odd: tuple[int, ...],
) -> Finding:
    rank = odd[0]
    (operation,) = trace.operations.fetch([here[rank]["operation"]])
    what = _tensor(operation, here[rank]["place"])
    written = _written_by(trace, ranks, rows, here, odd)
    at = f" at {operation.user_site.file}:{operation.user_site.line}" if operation.user_site else ""
    step = operation.attributes.get("step")
    since = f" from step {step} on" if isinstance(step, int) else ""
    evidence = [
        f"it was the same on all {len(here)} ranks {place.turn - 1:,} times before; first read apart by "
        f"{operation.name} #{operation.id}{at}"
    ]
    if written is None:
        evidence.append("no recorded operation of this rank alone wrote it in between")
        text = f"{named(odd)} has another {what} than the others{since}"
    else:
        evidence.append(f"between the two, {named([written[0]])} alone wrote it: {written[2]} #{written[1]}")
        text = f"{named([written[0]])} changed its {what} at {written[3]}{since}"
        odd = (written[0],)
    return Finding(
        "replica",
        odd,
        text if len(odd) < len(here) else text.replace(" than the others", ""),
        tuple(evidence),
        "broadcast it from one rank, or do on all ranks what this line does.",
        tuple(here[one]["operation"] for one in sorted(here)),
        written[3] if written else (at.removeprefix(" at ") or None),
    )


def _tensor(operation: Operation, place: int) -> str:
    """Return what the operand is called: its dtype, shape and layer."""
    operand = operation.operands[place] if place < len(operation.operands) else None
    layer = operation.attributes.get("module")
    shape = f"{operand.dtype}[{','.join(map(str, operand.shape or ()))}]" if operand else "tensor"
    name = f" {operand.name}" if operand and operand.name else ""
    return f"{shape}{name}" + (f" of layer {layer}" if layer else "")


def _written_by(
    trace: Trace,
    ranks: Mapping[int, Member],
    rows: list[dict[str, Any]],
    here: Mapping[int, Mapping[str, Any]],
    odd: tuple[int, ...],
) -> tuple[int, int, str, str] | None:
    """Return rank, operation, name and line of a write that only an odd rank made since the ranks agreed."""
    turn = here[odd[0]]["turn"]
    writes = {
        rank: _writes(trace, ranks[rank].process, _row(rows, rank, turn - 1), here[rank]) for rank in here
    }
    for rank in odd:
        usual = {(one[1], one[2]) for other in here if other != rank for one in writes[other]}
        for operation, name, line in writes[rank]:
            if (name, line) not in usual:
                return rank, operation, name, line
    return None


def _row(rows: list[dict[str, Any]], rank: int, turn: int) -> dict[str, Any] | None:
    return next((row for row in rows if row["rank"] == rank and row["turn"] == turn), None)


def _writes(
    trace: Trace, process: int, before: Mapping[str, Any] | None, now: Mapping[str, Any]
) -> list[tuple[int, str, str]]:
    if before is None or now["address"] is None:
        return []
    begin, end = before["operation"], now["operation"]
    bounds = [now["address"] + now["data_bytes"], now["address"], begin, end]
    found = trace.ask(_WRITES, [process, begin, end, *bounds]).to_pylist()
    return [(row["id"], row["name"], f"{row['user_file']}:{row['user_line']}") for row in found]
