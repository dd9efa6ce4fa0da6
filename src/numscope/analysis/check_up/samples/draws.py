"""Random numbers that come again: the same for each step of a training."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.training_ledger import grouped
from numscope.operations.traits import Trait, has_sql

KIND = "random"
_LEAST_TIMES = 4
_LEAST_ELEMENTS = 4

_DRAWN = f"""
    select o.process, user_file as file, user_line as line, o.name, p.hash, count(*) as times, min(o.id) as first,
        max(o.id) as last
    from operands p join called_operations o on p.operation = o.id
    where {has_sql("o.traits", Trait.DRAWS)} and p.role in ('output', 'out', 'mutated') and p.kind = 'array'
        and p.hash is not null and user_file is not null and minimum < maximum
        and list_product(p.shape) >= {_LEAST_ELEMENTS}
    group by all
"""


def draws(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that draw the same numbers where they should draw others."""
    steps = evidence.ledger.steps
    if not steps:
        return
    rows = evidence.trace.ask(_DRAWN).to_pylist()
    yield from _each_step(evidence, rows)


def _each_step(evidence: Evidence, rows: list[dict[str, Any]]) -> Iterator[Finding]:
    """Yield lines whose every draw is the same, in about every step of one model's training."""
    ledger = evidence.ledger
    parameters = {write.operation for writes in ledger.writes.values() for write in writes}
    met = sorted({one.met for one in ledger.parameters})
    for (process, file, line), members in grouped(
        rows, lambda row: (row["process"], row["file"], row["line"])
    ).items():
        most = max(members, key=lambda row: row["times"])
        inner = [row for row in members if row["name"] == most["name"]]
        steps = [
            one
            for one in ledger.steps
            if one.process == process and most["first"] < one.operation < most["last"]
        ]
        alone = len(inner) == 1 and most["first"] not in parameters
        again = bool(steps) and any(steps[0].operation < one < most["last"] for one in met)
        often = most["times"] >= max(_LEAST_TIMES, len(steps) // 2) and len(steps) >= _LEAST_TIMES - 1
        if alone and often and not again:
            problem = (
                f"the same random numbers are drawn {most['times']:,} times, through {len(steps):,} steps of a "
                "training: the generator is put back to one state before each draw"
            )
            yield Finding(KIND, file, line, None, most["first"], most["times"], problem, _ONCE, "")


_ONCE = "seed once, at the begin of the program"
