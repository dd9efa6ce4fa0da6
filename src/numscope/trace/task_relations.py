"""Which task of a scheduler an operation belongs to, and which line asked for that task.

A worker's thread computes one task after the other. The attributes are those of `probes/tasks.py`.
"""

from __future__ import annotations

from numscope.trace.relation import OPERATION, Relation

_SAID = """
    said as (
        select operation, slots.name as what, case when kind = 'shared text' then type else text end as text
        from stored.operands join stored.slots on slot = slots.id
        where role = 'attribute' and item = 0 and slots.name in ('task', 'task id', 'task needs', 'asks for task')
    )
"""
_KEY = "The task's key in its scheduler; for Ray, its name and id."

OPERATIONS_IN_TASKS = Relation(
    "operations_in_tasks",
    "In which task of a scheduler, such as Dask's, each operation ran: the last one that had begun in its thread.",
    f"""
    with {_SAID}, begun as (select operation as task, text as key from said where what = 'task'), placed as (
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
        "key": _KEY,
    },
)

TASKS = Relation(
    "tasks",
    "Tasks of a scheduler that began in recorded workers, and which operation of the driver asked for each: for the "
    "task itself, or for one that needed its result.",
    f"""
    with recursive {_SAID}, begun as (
        select operation as task, max(text) filter (what = 'task') as key,
            coalesce(max(text) filter (what = 'task id'), max(text) filter (what = 'task')) as id,
            max(text) filter (what = 'task needs') as needs
        from said group by operation having key is not null
    ), asked as (select text as id, min(operation) as request from said where what = 'asks for task' group by text),
    edges as (
        select distinct id, unnest(string_split(needs, chr(10))) as needed from begun where needs is not null
    ), reached as (
        select id, request from asked
        union
        select needed as id, request from reached join edges using (id)
        where needed not in (select id from asked)
    ), requests as (select id, min(request) as asked_by from reached group by id)
    select task, key, asked_by from begun left join requests using (id)
    """,
    {
        "task": "Id of the operation that says that the task began.",
        "key": _KEY,
        "asked_by": "Id of the operation that asked for it, in the driver or in another task; null: not recorded.",
    },
)
