"""Python loops that take an array's elements one by one."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.advise.evidence import Evidence
from numscope.analysis.advise.finding import Finding
from numscope.operations.lore.numpy import ACCESSING_ELEMENTS, READING_ELEMENTS

_LEAST_CALLS = 1000
# A whole index: as many numbers as the array has axes.
_INDEX = r"\(-?\d+(, -?\d+)*,?\)"


def element_loops(evidence: Evidence) -> Iterator[Finding]:
    """Lines that read or write single elements a thousand times or more."""
    rows = evidence.trace.ask(
        f"""
        with busy as (
            select user_file, user_line from visible_operations
            where name in {ACCESSING_ELEMENTS}
            group by all having count(*) >= {_LEAST_CALLS}
        ), accesses as (
            select id, duration_ns, name, user_file, user_line, user_function
            from visible_operations join busy using (user_file, user_line)
            where name in {ACCESSING_ELEMENTS}
        ), read as (
            select operation from results
            where role = 'output' and kind in ('scalar', 'int', 'float', 'bool')
        ), written as (
            select operation from operand_layouts
            where place < 2 and operation in (select id from accesses where name not in {READING_ELEMENTS})
            group by operation
            having max(len(shape)) filter (place = 0) = max(case
                when place <> 1 then null
                when kind = 'int' then 1
                when regexp_full_match(text, '{_INDEX}') then len(string_split(text, ', ')) end)
        ), elements as (
            select * from accesses
            where case when name in {READING_ELEMENTS} then id in (from read) else id in (from written) end
        )
        select user_file, user_line, any_value(user_function) user_function, list(distinct name order by name) as names,
            count(*) calls, sum(duration_ns)::bigint cost_ns, min(id) as first
        from elements group by user_file, user_line having count(*) >= {_LEAST_CALLS}
        """
    ).to_pylist()
    for row in rows:
        yield Finding(
            kind="element-loop",
            operations=tuple(row["names"]),
            file=row["user_file"],
            line=row["user_line"],
            function=row["user_function"],
            calls=row["calls"],
            cost_ns=row["cost_ns"],
            cost_bytes=0,
            cost="time of the accesses alone; what the loop does with each element comes on top",
            problem=f"single elements were read or written {row['calls']:,} times",
            fix="work on the whole array at once; where each step needs the one before, loop over `a.tolist()`, or "
            "compile the loop with Numba",
            examples=(row["first"],),
        )
