"""Which task of a scheduler an operation belongs to: a worker's thread computes one task after the other."""

from __future__ import annotations

from numscope.trace.relation import OPERATION, Relation

OPERATIONS_IN_TASKS = Relation(
    "operations_in_tasks",
    "In which task of a scheduler, such as Dask's, each operation ran: the last one that had begun in its thread.",
    """
    with begun as (
        select operation as task, case when kind = 'shared text' then type else text end as key
        from stored.operands join stored.slots on slot = slots.id
        where role = 'attribute' and item = 0 and slots.name = 'task'
    ), placed as (
        select operation.id, first_segment, thread
        from stored.operations operation join stored.calls on call = calls.id
            join stored.processes on process = processes.id
    ), tasks as (select begun.*, first_segment, thread from begun join placed on task = id)
    select placed.id as operation, task, key
    from placed asof join tasks
        on placed.first_segment = tasks.first_segment and placed.thread = tasks.thread and placed.id >= task
    """,
    {
        **OPERATION,
        "task": "Id of the operation that says that the task began; it is in the task itself.",
        "key": "The task's key in its scheduler.",
    },
)
