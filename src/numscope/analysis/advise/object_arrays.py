"""Arithmetic on arrays of Python objects."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.advise.evidence import Evidence
from numscope.analysis.advise.finding import Finding
from numscope.operations.lore.numpy import ARITHMETIC

_LEAST_BYTES = 1000 * 8


def object_arrays(evidence: Evidence) -> Iterator[Finding]:
    """Lines that calculate with arrays of dtype object."""
    # Most programs have none, and the operands of a long one take a while to look through.
    if not evidence.trace.ask("select 1 from slots where dtype = 'object' limit 1").num_rows:
        return
    names = ", ".join(f"'{name}'" for name in ARITHMETIC)
    rows = evidence.trace.ask(
        f"""
        with objects as (
            select distinct operation, data_bytes from operand_layouts
            where dtype = 'object' and role = 'input' and data_bytes >= {_LEAST_BYTES}
        )
        select name, user_file, user_line, any_value(user_function) user_function, count(distinct id) calls,
            sum(duration_ns)::bigint cost_ns, sum(data_bytes)::bigint cost_bytes, min(id) as first
        from objects join visible_operations on operation = id where name in ({names})
        group by name, user_file, user_line
        """
    ).to_pylist()
    for row in rows:
        each = row["cost_ns"] * 8 / row["cost_bytes"]
        yield Finding(
            kind="object",
            operations=(row["name"],),
            file=row["user_file"],
            line=row["user_line"],
            function=row["user_function"],
            calls=row["calls"],
            cost_ns=row["cost_ns"],
            cost_bytes=row["cost_bytes"],
            cost="time of these calls, bytes of the arrays of references",
            problem=f"the array's dtype is object: {row['name']} calls Python for each element "
            f"({each:.0f} ns an element)",
            fix="if the elements are numbers, find what made it object (a None, a mixed column) and use "
            "`.astype(float)` once",
            examples=(row["first"],),
        )
