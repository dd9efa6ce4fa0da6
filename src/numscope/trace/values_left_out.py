"""Values of which a budget of the recording kept statistics and hash only."""

from __future__ import annotations

from numscope.operations.traits import allocates_sql
from numscope.trace.reader import Trace

_BUDGETS = ("max_bytes", "max_array_bytes")
# What `numpy.empty` hands out is kept nowhere, whatever the budget.
_LEFT_OUT = f"""
    with unwritten as (
        select content from stored.operands join stored.slots on slot = slots.id
            join operations on operation = operations.id
        where role = 'output' and {allocates_sql("traits")} and content is not null
    )
    select count(*) as n from (
        -- In long traces few operands have no bytes in the pack: only their contents are looked up.
        select distinct hash_low, hash_high from (
                select distinct content from stored.operands
                where slot in (select id from stored.slots where not coalesce(kept, false)) and content is not null
            ) unkept join stored.contents contents on unkept.content = contents.id
            anti join unwritten on contents.id = unwritten.content
        where hash_low is not null and inline is null
    ) seen anti join stored.values using (hash_low, hash_high)
"""


def values_left_out(trace: Trace) -> int:
    """Return how many distinct values have a hash and no bytes in a trace; 0 where the policy set no budget."""
    policy = trace.manifest.get("policy") or {}
    keeps = policy.get("values")
    if keeps != "auto" and not (keeps == "full" and any(policy.get(name) for name in _BUDGETS)):
        return 0
    return int(trace.ask(_LEFT_OUT)["n"][0].as_py())
