"""The relation of collectives, which the processes of a group begin together."""

from __future__ import annotations

from numscope.trace.relation import OPERATION, Relation

COLLECTIVES = Relation(
    "collectives",
    "Collectives that processes of a group begin together, a row for each process.",
    """
    with given as (
        select operation, slots.name, case when kind = 'shared text' then type else text end as text, integer
        from stored.operands join stored.slots on slot = slots.id
        where role = 'attribute' and item = 0
            and slots.name in (
                'group', 'group_size', 'group_rank', 'collective', 'reduction', 'begins', 'launched')
    ), facts as (
        select operation, any_value(text) filter (name = 'group') as "group",
            any_value(integer) filter (name = 'collective') as number,
            any_value(integer) filter (name = 'group_size') as group_size,
            any_value(integer) filter (name = 'group_rank') as group_rank,
            any_value(text) filter (name = 'reduction') as reduction,
            any_value(text) filter (name = 'begins') as begins,
            bool_or(name = 'launched') as completion
        from given group by operation having number > 0
    ), placed as (
        select facts.*, process, thread, calls.name, raised, time_ns, duration_ns, user_file, user_line
        from facts join stored.operations o on facts.operation = o.id join stored.calls on o.call = calls.id
    ), arrays as (
        select operation, arg_min(dtype || '[' || array_to_string(shape, ',') || ']', place) as operand
        from stored.operands join stored.slots on slot = slots.id
        where kind = 'array' and role = 'input'
            and (slots.name is null or not starts_with(slots.name, 'output'))
            and operation in (select operation from facts)
        group by operation
    ), first as ( -- of a process that died inside the call, only what was written before it is there
        select * from placed where not completion and (begins is null or not exists (
            from placed launched where not launched.completion and launched.begins is null
                and launched.process = placed.process and launched."group" = placed."group"
                and launched.number = placed.number))
    )
    select begun.operation, begun.process, begun.thread, coalesce(begun.begins, begun.name) as name,
        begun."group", begun.number, begun.group_size, begun.group_rank, begun.reduction, arrays.operand,
        begun.time_ns as begun_ns,
        case when begun.begins is null then begun.time_ns + begun.duration_ns end as launched_ns,
        done.time_ns as completed_ns, begun.raised or coalesce(done.raised, false) as failed,
        begun.user_file as file, begun.user_line as line
    from first begun left join placed done
        on done.completion and done.process = begun.process and done."group" = begun."group"
            and done.number = begun.number
        left join arrays on arrays.operation = begun.operation
    """,
    {
        **OPERATION,
        "group": "Name of the group of processes.",
        "number": "Which of the group's collectives it is in this process, from 1.",
        "group_size": "How many processes the group has.",
        "group_rank": "Number of the process in the group.",
        "reduction": "How values are brought together: sum, max ...",
        "operand": "Dtype and shape of the first array that goes in.",
        "begun_ns": "When the process began it.",
        "launched_ns": "When the call that began it returned; null: the process died inside it.",
        "completed_ns": "When its results were there; null: that was not seen.",
        "failed": "It raised, or its work failed.",
        "file": "Source file of the user's line.",
        "line": "The user's line.",
    },
)
