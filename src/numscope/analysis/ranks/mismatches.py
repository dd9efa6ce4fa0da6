"""Collectives that do not match: another type, size or reduction on one rank, another order, a rank that is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from numscope.analysis.ranks.collectives import Collective, Group, Meeting
from numscope.analysis.ranks.finding import Finding, named
from numscope.analysis.ranks.members import Member

# So many collectives must agree for a rank to count as one ahead of the others.
_AGREE = 3


def mismatches(groups: Sequence[Group], ranks: Mapping[int, Member]) -> Iterator[Finding]:
    """Yield the first collective of each group in which its ranks did not do the same: what follows is its effect."""
    for group in groups:
        expected = tuple(ranks) if group.size == len(ranks) else group.ranks
        for meeting in group.meetings:
            finding = _differing(group, meeting, expected) or _missing(group, meeting, expected, ranks)
            if finding:
                yield finding
                break


def _differing(group: Group, meeting: Meeting, expected: tuple[int, ...]) -> Finding | None:
    counts = Counter(part.signature for part in meeting.parts.values())
    if len(counts) < 2:
        return None
    usual = counts.most_common(1)[0][0]
    odd = sorted(rank for rank, part in meeting.parts.items() if part.signature != usual)
    others = sorted(rank for rank, part in meeting.parts.items() if part.signature == usual)
    one, other = meeting.parts[odd[0]], meeting.parts[others[0]]
    text = f"{named(odd)} began {_described(one)} where {named(others)} began {_described(other)}"
    skipped = len(odd) == 1 and _is_ahead(group, meeting.number, odd[0], others[0])
    if skipped:
        text = f"{named(odd)} skipped {_described(other)} and began {_described(one)}"
    evidence = [f"collective {meeting.number} of group {group.name}: the {meeting.number - 1} before agree"]
    evidence += _waiting(meeting, expected)
    return Finding(
        "mismatch",
        tuple(odd),
        text,
        tuple(evidence),
        "call the same collectives in the same order, with the same shapes and dtypes, on all ranks of a group.",
        tuple(meeting.parts[rank].operation for rank in (*odd, others[0])),
        other.place if skipped else one.place,
    )


def _is_ahead(group: Group, number: int, odd: int, other: int) -> bool:
    """Return whether the rank does from here on what the other one does one collective later."""
    mine, theirs = _signatures(group, odd, number), _signatures(group, other, number + 1)
    both = list(zip(mine, theirs, strict=False))[:_AGREE]
    if both:
        return all(a == b for a, b in both)
    # The others wait in the skipped one for ever: what it began then is what all did after it before.
    skipped = _signatures(group, other, number)[:1]
    usual = _signatures(group, other, 1)
    return bool(mine) and any([before] == skipped and after == mine[0] for before, after in pairwise(usual))


def _signatures(group: Group, rank: int, since: int) -> list[tuple[str, str | None, str]]:
    later = (meeting for meeting in group.meetings if meeting.number >= since)
    return [meeting.parts[rank].signature for meeting in later if rank in meeting.parts]


def _missing(
    group: Group, meeting: Meeting, expected: tuple[int, ...], ranks: Mapping[int, Member]
) -> Finding | None:
    absent = tuple(rank for rank in expected if rank not in meeting.parts)
    waiting = [part for part in meeting.parts.values() if part.completed_ns is None or part.failed]
    if not absent or not waiting:
        return None
    first = min(meeting.parts.values(), key=lambda part: part.begun_ns)
    member = ranks[absent[0]]
    state, place = "", first.place
    if len(absent) == 1 and member.inside is not None:
        name, place = member.inside
        state = f": its process died inside {name}" + (f" at {place}" if place else "")
    elif len(absent) == 1 and not member.ended:
        state = "; its process did not end in an orderly way"
    last = [_last(group, rank, meeting.number) for rank in absent[:4]]
    return Finding(
        "missing",
        absent,
        f"{named(absent)} never began {_described(first)}{state}",
        (f"collective {meeting.number} of group {group.name}", *last, *_waiting(meeting, expected)),
        "look at what this rank did last: numscope ls TRACE --rank "
        f"{absent[0]} --all; it ended, raised, or took another branch.",
        tuple(part.operation for part in waiting[:1]),
        place,
    )


def _last(group: Group, rank: int, before: int) -> str:
    earlier = [m.parts[rank] for m in group.meetings if m.number < before and rank in m.parts]
    if not earlier:
        return f"rank {rank} began no collective of this group"
    return f"rank {rank}'s last was number {earlier[-1].number}: {_described(earlier[-1])}"


def _waiting(meeting: Meeting, expected: tuple[int, ...]) -> list[str]:
    """Return who waits for whom, in words."""
    failed = sorted(rank for rank, part in meeting.parts.items() if part.failed)
    waiting = sorted(
        rank for rank, part in meeting.parts.items() if part.completed_ns is None and not part.failed
    )
    found = []
    if failed:
        found.append(f"it failed on {named(failed)}")
    if waiting:
        absent = [rank for rank in expected if rank not in meeting.parts]
        whom = f" for {named(absent)}" if absent else ""
        verb = "waits" if len(waiting) == 1 else "wait"
        found.append(f"{named(waiting)} still {verb}{whom} when the recording ends")
    return found


def _described(part: Collective) -> str:
    """Return `all_reduce(sum) of float32[7] at train.py:12`."""
    text = part.name + (f"({part.reduction})" if part.reduction else "")
    if part.operand and part.name != "barrier":
        text += f" of {part.operand}"
    return text + (f" at {part.place}" if part.place else "")
