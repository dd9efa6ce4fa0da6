"""Arrays that grow piece by piece: each step copies all that was there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from numscope.analysis.advise.evidence import Evidence
from numscope.analysis.advise.finding import Finding
from numscope.operations.lore.numpy import JOINING

_LEAST_STEPS = 20
_MOST = 500_000


def growing(evidence: Evidence) -> Iterator[Finding]:
    """Lines that join a piece to what they themselves made the time before, over and over."""
    rows = evidence.trace.ask(
        f"""
        with joins as (
            select id, duration_ns, bytes_out, name, user_file, user_line, user_function
            from visible_operations where name in {JOINING}
            order by id limit {_MOST}
        ), parts as (
            select operation, role = 'output' made, address, hash_low
            from operand_contents
            where operation in (select id from joins) and kind = 'array'
        ), ends as (
            select operation, list(coalesce(hash_low, address)) filter (not made) given,
                max(coalesce(hash_low, address)) filter (made) made
            from parts group by operation
        )
        select joins.*, given, made from joins join ends on id = operation order by user_file, user_line, id
        """
    ).to_pylist()
    for _, group in groupby(rows, key=lambda row: (row["user_file"], row["user_line"])):
        steps = list(_steps(list(group)))
        if len(steps) >= _LEAST_STEPS:
            yield _finding(steps)


def _steps(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The calls that were given what a call before them had made, and made more of it."""
    made: dict[int, int] = {}
    for row in rows:
        before = [made[part] for part in row["given"] or () if part in made]
        if before and max(before) < row["bytes_out"]:
            yield row
        if row["made"] is not None:
            made[row["made"]] = row["bytes_out"]


def _finding(steps: list[dict[str, Any]]) -> Finding:
    first, copied = steps[0], sum(row["bytes_out"] for row in steps)
    grown = max(row["bytes_out"] for row in steps)
    return Finding(
        kind="growing",
        operations=tuple(dict.fromkeys(row["name"] for row in steps)),
        file=first["user_file"],
        line=first["user_line"],
        function=first["user_function"],
        calls=len(steps),
        cost_ns=sum(row["duration_ns"] for row in steps),
        cost_bytes=copied,
        cost="time of these calls, bytes they wrote",
        problem=f"{first['name']} adds to an array step by step: {copied:,} bytes were copied to grow one of {grown:,}",
        fix="collect the pieces in a list and join them once, `np.concatenate(pieces)`, or fill an array made "
        "beforehand with `np.empty(n)`",
        examples=tuple(row["id"] for row in steps[-3:]),
    )
