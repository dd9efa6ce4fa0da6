"""Relations of the calls of layers, which are no operations."""

from __future__ import annotations

from numscope.operations.traits import Trait, has_sql
from numscope.trace.relation import HASH, UNREADABLE, Relation
from numscope.trace.tables import STATISTICS

# Calls of layers are no operations: every relation but `module_calls` and `module_operands` is without them.
IS_MODULE_CALL = has_sql("traits", Trait.MODULE)
WITHOUT_HIDDEN_ROWS = {
    "calls": f"where not {IS_MODULE_CALL}",
    "operations": f"where call not in (select id from raw.calls where {IS_MODULE_CALL})",
    "slots": "where role not in ('given', 'returned', 'parameter', 'memory')",
}
MODULE_CALLS = Relation(
    "module_calls",
    "One row a call of a layer (`nn.Module.__call__`), and one a model when it was first met.",
    f"""
    with given as (
        select operation, slots.name, case when kind = 'shared text' then type else text end as text, integer
        from raw.operands join raw.slots on slot = slots.id
        where role = 'attribute' and item = 0 and slots.name in ('module', 'model', 'phase', 'step', 'training')
    )
    select operation.id, starts_with(calls.name, 'model::') as met, split_part(calls.name, '::', 2) as type,
        any_value(given.text) filter (given.name = 'module') as module,
        any_value(given.text) filter (given.name = 'model') as model,
        coalesce(any_value(given.text) filter (given.name = 'phase'), 'forward') as phase,
        coalesce(any_value(integer) filter (given.name = 'step'), 0) as step,
        any_value(integer) filter (given.name = 'training') = 1 as training,
        any_value(time_ns) as time_ns, any_value(duration_ns) as duration_ns, any_value(process) as process,
        any_value(thread) as thread, any_value(raised) as raised,
        any_value(coalesce(user_file, file)) as file, any_value(coalesce(user_line, line)) as line
    from raw.operations operation join raw.calls on call = calls.id
        left join given on given.operation = operation.id
    where {IS_MODULE_CALL}
    group by operation.id, calls.name
    """,
    {
        "met": "It is no call: the model's parameters, all of them, stand in `module_operands`.",
        "type": "Class of the layer.",
        "module": "Path of the layer in its model; empty: the model itself.",
        "model": "Class of the model.",
        "phase": "forward, backward (a checkpoint is computed again) or optimizer.",
        "step": "Training step: how many optimiser steps had been made before.",
        "training": "The layer was in training mode.",
    },
)
MODULE_OPERANDS = Relation(
    "module_operands",
    "What calls of layers took and returned, and the layers' own parameters.",
    f"""
    select operation, kind, role, item, slots.name, type, dtype, description, shape, strides, data_bytes,
        fortran, address, owner,
        case when hash_low is not null then {HASH} end as hash, kept and hash_low is not null as kept,
        {UNREADABLE} as unreadable, read_only, false as converted, {", ".join(STATISTICS)}, inline,
        operation in (select id from raw.operations where call in (
            select id from raw.calls where starts_with(name, 'model::'))) as met,
        exists (select 1 from raw.operands flag join raw.slots of on flag.slot = of.id
            where flag.operation = operands.operation and of.role = 'attribute' and of.name = 'requires_grad'
                and of.item = slots.place + 1) as requires_grad
    from raw.operands operands join raw.slots on slot = slots.id
        left join raw.contents contents on content = contents.id
    where role in ('given', 'returned', 'parameter')
    """,
    {
        "operation": "Id of the call in `module_calls`.",
        "role": "given, returned or parameter.",
        "item": "Which tensor of the call in this role, from 1.",
        "name": "Name of the argument or parameter, and the way inside: `past.0.1`; null: the result itself.",
        "hash": "The 128-bit content hash as 32 hexadecimal digits, if it was known when the layer was called.",
        "unreadable": "Its bytes could not be read.",
        "met": "It belongs to a model that was met, not to a call.",
        "requires_grad": "A gradient is computed for it.",
    },
)
