"""Relations of layers: where in a model operations ran, and the calls of layers, which are no operations."""

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
MODULES = Relation(
    "modules",
    "Where in a model an operation of torch ran: layer, phase (forward, backward, optimizer), training step.",
    # Texts by the numbers of their slots, and no join of all operations with all: of ten million with their texts, an
    # answer took more memory than a query may have.
    """
    with recursive operators as (
        select id from stored.calls where name like '%::%'
    ), noted as (
        select operation, max(slot) filter (name = 'module') as module, max(slot) filter (name = 'model') as model,
            max(slot) filter (name = 'phase') as phase, max(integer) filter (name = 'step') as step,
            max(integer) filter (name = 'forward') as forward, bool_or(torch) as torch
        from (
            select operation, name, slot, integer, false as torch from stored.operands join (
                select id, name from stored.slots
                where role = 'attribute' and item = 0 and name in ('module', 'model', 'phase', 'step', 'forward')
            ) slots on slot = slots.id
            union all
            select id, null, null, null, true from stored.operations where call in (from operators)
        )
        group by operation
    ), nodes as (
        -- Recorded as its number in the process.
        select operation, forward + first_operation - begun_before as forward
        from noted join stored.processes on operation between first_operation and first_operation + operations - 1
        where forward is not null
    ), optimizers as (
        select id from stored.calls where starts_with(name, 'optim::')
    ), inside(operation, forward, optimizer, module, model) as (
        -- What runs inside a node of the backward graph belongs to that node's forward operation, and its layer.
        select nodes.operation, nodes.forward, call in (from optimizers), made.module, made.model
        from nodes join stored.operations on id = nodes.operation left join noted made on made.operation = nodes.forward
        union all
        select id, null, true, null, null from stored.operations
        where call in (from optimizers) and id not in (select operation from nodes)
        union all
        select o.id, inside.forward, optimizer, module, model
        from (from stored.operations where parent is not null and id not in (select operation from nodes)) o
            join inside on o.parent = inside.operation
    )
    select own.operation, module.type as module, model.type as model,
        case when optimizer then 'optimizer' when own.phase is not null then phase.type
            when own.module is not null then 'forward' end as phase,
        coalesce(own.step, 0) as step, inside.forward as forward
    from noted own left join inside on inside.operation = own.operation
        left join stored.slots module on module.id = coalesce(own.module, inside.module)
        left join stored.slots model on model.id = coalesce(own.model, inside.model)
        left join stored.slots phase on phase.id = own.phase
    where torch or own.module is not null
        and own.operation in (select id from stored.operations where call not in (from operators))
    """,
    {
        "module": "Path of the layer in its model; empty: the model itself.",
        "model": "Class of the model.",
        "phase": "forward, backward or optimizer.",
        "step": "Training step: how many optimiser steps had been made before.",
        "forward": "Of a backward operation: id of the forward operation that it belongs to.",
    },
)
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
