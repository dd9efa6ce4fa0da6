"""Loops whose every step makes a large array anew and lets it go: one array, made beforehand, would do for all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.analysis.advise.evidence import LARGE_BYTES, Evidence
from numscope.analysis.advise.finding import Finding
from numscope.operations.lore.numpy import ONE_BUFFER, spelled
from numscope.operations.traits import Trait, has_sql

_LEAST_STEPS = 100
# Of so many of them the memory went to a later array.
_LEAST_SHARE = 0.9
# A library keeps small pieces of memory ready; below this, all steps together gain nothing that anyone notices.
_LEAST_NS = 10_000_000


def step_temporaries(evidence: Evidence) -> Iterator[Finding]:
    """Lines that made a hundred large arrays or more, element by element, each gone before long."""
    rows = evidence.trace.ask(
        f"""
        with made as (
            select operation, bytes, reused from lifetimes({LARGE_BYTES})
        )
        select name, user_file, user_line, any_value(user_function) user_function, count(*) calls,
            sum(duration_ns)::bigint cost_ns, sum(bytes)::bigint cost_bytes, list(id order by id)[:3] examples
        from visible_operations join made on id = operation
        where {has_sql("traits", Trait.ELEMENTWISE)} and bytes_in >= bytes
        group by name, user_file, user_line
        having count(*) >= {_LEAST_STEPS} and count(*) filter (reused) >= {_LEAST_SHARE} * count(*)
            and min(bytes) = max(bytes) and sum(duration_ns) >= {_LEAST_NS}
        """
    ).to_pylist()
    for row in rows:
        yield _finding(row)


def _finding(row: dict[str, Any]) -> Finding:
    return Finding(
        kind="step-temporary",
        operations=(row["name"],),
        file=row["user_file"],
        line=row["user_line"],
        function=row["user_function"],
        calls=row["calls"],
        cost_ns=row["cost_ns"],
        cost_bytes=row["cost_bytes"],
        cost="time of these calls, bytes of the arrays they made",
        problem=f"{row['calls']:,} steps each made a new array of {row['cost_bytes'] // row['calls']:,} bytes, and "
        "let it go",
        fix=ONE_BUFFER.format(call=spelled(row["name"])),
        examples=tuple(row["examples"]),
    )
