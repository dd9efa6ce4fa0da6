"""Costly calls that were made before, with the same inputs and the same result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numscope.analysis.advise.evidence import Evidence
from numscope.analysis.advise.finding import Finding
from numscope.operations.lore import torch
from numscope.operations.lore.numpy import COPYING
from numscope.operations.traits import Trait, has_sql

# A look into a cache costs about as much as this.
_LEAST_NS = 10_000
_MOST = 200_000
# After so many results that never come again, for each that does, these are the end of a series.
_SERIES = 5


def identical_calls(evidence: Evidence) -> Iterator[Finding]:
    """Lines whose calls gave what an earlier call with equal inputs had given."""
    left_out = " and ".join(f"name not like '%.{name}'" for name in COPYING)
    left_out += f" and name not in {torch.COPYING}"
    # Operators in place give back what they changed; random draws are alike by chance.
    left_out += f" and not {has_sql('traits', Trait.WRITES | Trait.DRAWS)}"
    rows = evidence.trace.ask(
        f"""
        with costly as (
            select id, duration_ns, name, user_file, user_line, user_function from visible_operations
            where duration_ns >= {_LEAST_NS} and bytes_in > 0 and {left_out}
            order by duration_ns desc limit {_MOST}
        ), hashed as (
            select operation,
                -- A sum of hashes over operands that know their place: equal for equal calls, and one number a call.
                bit_xor(hash(place, name, item, kind, dtype, shape, hash_low, hash_high, integer, real, text))
                    filter (role in ('input', 'argument')) given,
                bit_xor(hash(place, kind, dtype, shape, hash_low, hash_high, integer, real, text))
                    filter (role = 'output') made,
                bool_or(role in ('out', 'mutated') or kind = 'object'
                    or (kind in ('array', 'scalar') and hash_low is null)) as unknown,
                -- NaN eats all differences: such results are alike because they are wrong alike.
                coalesce(bool_or(nans + positive_infinities + negative_infinities > 0), false) nonfinite,
                bool_or(role = 'input' and kind = 'array') has_array,
                sum(data_bytes) filter (role = 'output') bytes
            from operand_contents
            where operation in (select id from costly)
            group by operation
        ), numbered as (
            select costly.*, bytes, given, made,
                row_number() over alike as number, first(id) over alike as earliest,
                -- Equal calls do the same work: a slower one waited for the processor.
                min(duration_ns) over (partition by name, given, made) as fastest
            from costly join hashed on id = operation
            where not unknown and not nonfinite and has_array and made is not null
            window alike as (partition by name, given, made order by id)
        ), placed as (
            select *, min(case when number > 1 then earliest end)
                over (partition by name, user_file, user_line) as repeated_from
            from numbered
        )
        select name, user_file, user_line, any_value(user_function) user_function,
            count(*) filter (number > 1) calls, count(*) filter (id < repeated_from) never_again,
            count(distinct earliest) filter (number > 1) different,
            (sum(fastest) filter (number > 1))::bigint cost_ns,
            (sum(bytes) filter (number > 1))::bigint cost_bytes,
            min(earliest) filter (number > 1) earliest, (list(id order by id) filter (number > 1))[:3] examples
        from placed
        group by name, user_file, user_line
        having calls > 0
        """
    ).to_pylist()
    for row in rows:
        if not _came_to_rest(row):
            yield _finding(row)


def _came_to_rest(row: dict[str, Any]) -> bool:
    """Return whether a line first gave one new result after another, and those that come again are its last few.

    An iteration that has converged does so: no call of it could have been left out before it had. Batches that come
    again in each epoch are all the results of their line.
    """
    return int(row["never_again"]) >= _SERIES * int(row["different"])


def _finding(row: dict[str, Any]) -> Finding:
    calls, different = row["calls"], row["different"]
    again = "once more" if calls == 1 else f"{calls:,} times more"
    return Finding(
        kind="identical",
        operations=(row["name"],),
        file=row["user_file"],
        line=row["user_line"],
        function=row["user_function"],
        calls=calls,
        cost_ns=row["cost_ns"],
        cost_bytes=row["cost_bytes"] or 0,
        cost="time of the repeated calls, each as the fastest equal one, bytes of their results",
        problem=f"{row['name']} was called {again} with inputs it had been given before, and gave the same "
        f"({different:,} different {'result' if different == 1 else 'results'}, first by #{row['earliest']})",
        fix="keep the first result: take the call out of the loop, or cache it",
        examples=tuple(row["examples"]),
    )
