"""Memory that torch has given and nobody has written yet: `aten::empty` and its like are recorded without content."""

from __future__ import annotations

from collections.abc import Iterable

from numscope.operations.traits import Trait, allocates_sql, has_sql
from numscope.trace import Trace


def is_fresh(trace: Trace, addresses: Iterable[int | None], before: int) -> bool:
    """Whether the last thing that happened to memory at each address before operation `before` is that it was given."""
    given = has_sql("o.traits", Trait.UNINITIALISED)
    unseen = f"(content is null or {has_sql('o.traits', Trait.WRITES)})"
    last = [
        trace.ask(
            f"""
            select arg_max({given} and {unseen}, operation) as fresh
            from results join operations o on operation = o.id
            where address = ? and operation < ? and not {has_sql("o.traits", Trait.VIEW)}
            """,
            [address, before],
        )["fresh"][0].as_py()
        for address in addresses
    ]
    return bool(last) and all(last)


def is_possible(trace: Trace) -> bool:
    """Whether there is such memory in `trace` at all: given, and not looked at."""
    found = trace.ask(
        f"""
        select 1 from results
        where content is null and role = 'output' and kind = 'array'
            and operation in (select id from called_operations where {allocates_sql("traits")})
        limit 1
        """
    )
    return bool(found.num_rows)
