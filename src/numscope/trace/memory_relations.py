"""The relation of what a library's allocator gave and took back."""

from __future__ import annotations

from numscope.trace.relation import Relation

ALLOCATIONS = Relation(
    "allocations",
    "Blocks of memory that a library's own allocator gave and took back, in the order in which that happened.",
    """
    with given as (
        select operation, regexp_extract_all(text, '[-+?][0-9a-f:]+') as parts
        from raw.operands join raw.slots on slot = slots.id where role = 'memory'
    ), listed as (
        select operation, generate_subscripts(parts, 1) as item, unnest(parts) as part from given
    )
    select operation, item, part[1] as kind,
        case when part[1] <> '?' then ('0x' || split_part(part[2:], ':', 1))::ubigint end as address,
        case part[1] when '+' then ('0x' || split_part(part, ':', 2))::ubigint
            when '?' then ('0x' || part[2:])::ubigint end as bytes
    from listed
    """,
    {
        "operation": "Id of the first operation that began afterwards.",
        "item": "Its place among those before the same operation, from 1.",
        "kind": "+: the block was given. -: it was taken back. ?: some were not recorded, `bytes` says how many.",
        "address": "First address of the block.",
        "bytes": "How many bytes were asked for.",
    },
)
