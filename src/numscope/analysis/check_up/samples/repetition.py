"""Random numbers that are the same again and again, where different ones were meant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.syntax import parsed
from numscope.operations.traits import Trait
from numscope.trace import Operation

KIND = "repetition"
_SEEDS = ("seed", "manual_seed")
_LEAST = 3
_SPREADS = ("std", "var", "cov", "sem", "ptp", "mean", "percentile", "quantile", "nanstd", "nanvar")


def repetition(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that draw the same numbers in each repeat, or in each process."""
    yield from _in_repeats(evidence)
    yield from _in_processes(evidence)


def _in_repeats(evidence: Evidence) -> Iterator[Finding]:
    draws = [
        call
        for call in evidence.calls.values()
        if is_trait(call, Trait.DRAWS) and not is_trait(call, Trait.SEEDS)
    ]
    rows = evidence.rows(
        f"""
        select o.call, count(*) times, min(o.id) as first, max(o.id) as last from recorded_operations o
            join operand_contents p on operation = o.id
        where o.call in {{calls}} and role = 'output' and p.data_bytes >= 8
        group by o.call
        having count(*) >= {_LEAST} and count(distinct hash_low) = 1 and any_value(deviation) > 0
        order by first
        """,
        draws,
    )
    told: set[Call] = set()  # one generator may draw at several lines
    for row in rows:
        summary = _spread_of_nothing(evidence, row["last"], row["times"])
        if summary is None:
            continue
        call = evidence.calls[row["call"]]
        seeded = _seeded_at(evidence, row["first"], row["last"], row["times"]) or _seeded_above(call)
        where = place_beside(summary.file, summary.line, seeded.file)
        draws_there = (
            "" if seeded.line == call.line else f" ({place_beside(call.file, call.line, seeded.file)} draws)"
        )
        problem = (
            f"makes the generator anew from one seed each of {row['times']:,} times, so that the same numbers are "
            f"drawn{draws_there}: the {row['times']:,} results that {summary.name.rpartition('.')[2]} at {where} "
            "summarises are all equal"
        )
        if seeded not in told:
            told.add(seeded)
            yield finding_of(KIND, seeded, row["first"], row["times"], problem, _GENERATOR)


_GENERATOR = "make the generator once, before the loop, or give each repeat a seed of its own: `default_rng([seed, i])`"


def _seeded_at(evidence: Evidence, first: int, last: int, times: int) -> Call | None:
    """Return the line of the program that seeded before each of these draws."""
    seeds = [call for call in evidence.calls.values() if is_trait(call, Trait.SEEDS)]
    rows = evidence.rows(
        """
        select call from recorded_operations where call in {calls} and id < ?
        group by call having count(*) filter (id > ?) >= ? and min(id) < ? order by max(id) desc limit 1
        """,
        seeds,
        [last, first, times - 1, first],
    )
    return evidence.calls[rows[0]["call"]] if rows else None


def _seeded_above(call: Call) -> Call:
    """Return the nearest line above a draw, in its function, that seeds NumPy's own generator; else that of the draw.

    `np.random.seed` computes nothing with an array, and is no operation.
    """
    around = sources.function_around(call.text, call.line) or parsed(call.text)
    lines = [one.lineno for one in sources.calls_in(around, *_SEEDS) if one.lineno < call.line]
    return replace(call, line=max(lines)) if lines else call


def _spread_of_nothing(evidence: Evidence, after: int, times: int) -> Call | None:
    """Return the line that summarises so many results, all alike."""
    rows = evidence.rows(
        """
        select o.id, o.call from recorded_operations o join operand_layouts on operation = o.id
        where o.call in {calls} and o.id > ? and role = 'input'
        group by o.id, o.call having any_value(shape[1]) = ? or count(*) filter (item > 0) = ?
        order by o.id limit 20
        """,
        evidence.named(*_SPREADS),
        [after, times, times],
    )
    for row, operation in zip(rows, evidence.fetch([row["id"] for row in rows]), strict=False):
        value = _summarised(operation)
        if isinstance(value, np.ndarray) and value.dtype.kind in "iuf" and (value == value[:1]).all():
            return evidence.calls[row["call"]]
    return None


def _summarised(operation: Operation) -> Any:
    """Return what an operation summarises: an array, or the numbers of a list."""
    if operation.inputs[0].item == 0:
        return value_of(operation.inputs[0])
    numbers = [value_of(one) for one in operation.inputs]
    return None if any(np.ndim(one) for one in numbers) else np.array(numbers)


def _in_processes(evidence: Evidence) -> Iterator[Finding]:
    """Yield draws that several processes made alike though none of them was given a seed of its own."""
    if evidence.trace.ask("select count(*) as n from processes")["n"][0].as_py() < 2:
        return  # looking at each draw takes long
    draws = [
        call
        for call in evidence.calls.values()
        if is_trait(call, Trait.DRAWS) and not is_trait(call, Trait.SEEDS)
    ]
    rows = evidence.rows(
        """
        with drawn as (
            select c.process, c.user_file, c.user_line, c.name, o.id, o.call, p.hash_low, p.hash_high,
                row_number() over (partition by c.process, c.user_file, c.user_line, c.name order by o.id) number
            from recorded_operations o join calls c on o.call = c.id join operand_contents p on p.operation = o.id
            where o.call in {calls} and p.role = 'output' and p.hash_low is not null and deviation is not null
                -- Ranks of one job begin with equal weights: they are to draw the same.
                and c.process not in (
                    select id from processes where rank is not null and (worker is null
                        or parent_pid not in (select pid from processes where rank is not null)))
        )
        select user_file, user_line, count(distinct process) processes, list(distinct process) numbers,
            min(id) as first, arg_min(call, id) as call
        from drawn where number <= 3
        group by user_file, user_line, name, number, hash_low, hash_high
        having count(distinct process) > 1 and number = 1 order by first
        """,
        draws,
    )
    for row in rows:
        if _seeded(evidence, row["numbers"]):
            continue
        call = evidence.calls[row["call"]]
        problem = (
            f"{row['processes']:,} processes draw the same random numbers: each has its parent's generator"
        )
        yield finding_of(KIND, call, row["first"], row["processes"], problem, _WORKER)
        return


_WORKER = "seed in each process: `worker_init_fn`, an initializer of the pool, `SeedSequence.spawn`"


def _seeded(evidence: Evidence, processes: list[int]) -> bool:
    """Return whether each of these processes set a seed itself."""
    rows = evidence.trace.ask(
        f"select count(distinct process) n from calls where traits & {int(Trait.SEEDS)} <> 0 "
        "and process in (select unnest(?::integer[]))",
        [processes],
    )
    return int(rows["n"][0].as_py()) >= len(processes)
