"""The named relations in which a trace is asked: every join of the stored tables is written once, here or beside.

`TABLES_IN_SQL` are the tables that `Trace.table` gives and `numscope export` writes. `VIEWS` are made for questions:
each is one notion (a result, an access to memory, a lifetime) that several of them share. Users may ask both.
"""

from __future__ import annotations

from numscope.operations.traits import Trait, has_sql
from numscope.trace.calls_of_users import CALL_RANGES, CALL_ROWS, KINDS, OPERATION_ROWS
from numscope.trace.chosen_slots import SLOTS_OF_CALLS
from numscope.trace.collective_relations import COLLECTIVES
from numscope.trace.memory_relations import ALLOCATIONS
from numscope.trace.module_relations import MODULE_CALLS, MODULE_OPERANDS, MODULES
from numscope.trace.relation import HASH, OPERATION, UNREADABLE, Relation
from numscope.trace.tables import STATISTICS, TABLES
from numscope.trace.task_relations import OPERATIONS_IN_TASKS, TASKS

# Roles of operands as the operation left them.
_AFTER = "('output', 'mutated')"
# Nodes of a backward graph and steps of an optimiser are no operations: what they call stands for them.
_IN_FRAME = has_sql("traits", Trait.FRAME)
_STANDS = has_sql("traits", Trait.STANDS)
# Made in the body of a library's module, or of an extension module, whose innermost frame is the import system's.
_IMPORTED = "(calls.in_library and (calls.function = '<module>' or calls.file like '<frozen importlib%'))"


# What operands in one slot have in common.
_OF_SLOT = (
    "kind, role, position, slots.name, item, type, dtype, description, shape, strides, data_bytes, fortran"
)


def operands_query(contents: str = "stored.contents", of_slot: str = _OF_SLOT) -> str:
    """Return a query of operands with their ids looked up.

    contents: where to look contents up, when there are too many to go through all of them. of_slot: what to tell of the
    slot; many operands share one.
    """
    return f"""
        select operation, place, {of_slot}, address, owner,
            case when hash_low is not null then {HASH} end as hash,
            kept and hash_low is not null as kept, {UNREADABLE} as unreadable, read_only,
            converted and not {UNREADABLE} as converted,
            {", ".join(STATISTICS)}, integer, real, text, inline
        from stored.operands join stored.slots on slot = slots.id
            left join {contents} contents on content = contents.id
        """


_LOOKED_UP = (
    Relation(
        "operations",
        "One row an operation, with what is known of its call.",
        """
        select operation.id, name, traits, process, thread, depth, parent, time_ns, duration_ns, self_ns,
            bytes_in, bytes_out, how,
            file, line, function, in_library, user_file, user_line, user_function, user_visible, importing,
            exception, floating_point, truncated, unfinished, inputs, outputs, site, user_site
        from stored.operations operation join stored.calls on call = calls.id
        """,
    ),
    Relation(
        "operands",
        "One row an operand, with its layout, hash and statistics.",
        operands_query(),
        {
            "hash": "The 128-bit content hash as 32 hexadecimal digits.",
            "unreadable": "Its bytes could not be read: part of its memory was not there, such as of a truncated file.",
        },
    ),
    Relation(
        "attributes",
        "What libraries add about operations (place null) or about their operands.",
        """
        select operation, case when item > 0 then item - 1 end as place, slots.name,
            case when kind = 'shared text' then type else text end as text, integer, real
        from stored.operands join stored.slots on slot = slots.id where role = 'attribute'
        """,
        {
            "place": "Place of the operand that it is about; null: the operation.",
            "name": "Name of the attribute.",
            "text": "Its value, if that is a text.",
            "integer": "Its value, if that is an int.",
            "real": "Its value, if that is a float.",
        },
    ),
    MODULES,
    Relation(
        "values",
        "Kept arrays.",
        f"""
        select {HASH} as hash, process, "offset", bytes, stored, dtypes.name as dtype, shape, fortran
        from stored.values value left join stored.layouts on layout = layouts.id
            left join stored.dtypes on dtype = dtypes.id
        """,
        {
            "hash": "The 128-bit content hash as 32 hexadecimal digits.",
            "unreadable": "Its bytes could not be read: part of its memory was not there, such as of a truncated file.",
        },
    ),
)


def _as_stored(table: str, name: str | None = None) -> Relation:
    meanings = {column.name: column.meaning for column in TABLES[table].columns}
    return Relation(name or table, TABLES[table].meaning, f'select * from stored."{table}"', meanings)


TABLES_IN_SQL: dict[str, Relation] = {
    relation.name: relation
    for relation in (
        *_LOOKED_UP,
        *map(_as_stored, ("sites", "processes", "threads", "marks", "dtypes", "layouts")),
    )
}


# In a shape's class, an axis of up to 16 keeps its length; a longer one counts as the power of two above it.
_AXIS = "case when x <= 16 then x::varchar else '<=' || (1::ubigint << ceil(log2(x))::int)::varchar end"

# Files of the standard library and of what is installed: libraries that were not watched when it was recorded. By
# their paths, as a trace is read on other machines too. A program that is itself installed has no others.
_INSTALLED = r"'^<frozen|[/\\](site|dist)-packages[/\\]|[/\\]lib[/\\]python3[^/\\]*[/\\]'"
_FOREIGN = f"""(coalesce(regexp_matches(user_file, {_INSTALLED}), false) and exists (
    from stored.calls other where other.user_file is not null and not regexp_matches(other.user_file, {_INSTALLED})))"""
# Of operators, recorded as such wherever they are called, only those count that the user's own line called.
_VISIBLE = f"(user_visible and not (calls.in_library and name like '%::%') and not {_FOREIGN})"
# An import statement, and an attribute of a package that imports it late, are no calls.
CALL_KINDS = f"""
    with known as (
        select calls.*, {_FOREIGN} as installed, {_IMPORTED} as imported, "user".how as user_how,
            "user".instruction as of_site
        from stored.calls left join stored.sites "user" on calls.user_site = "user".id
    ), seen as (
        select *, case when installed then -1 else coalesce(of_site, 0) end as instruction,
            user_visible and not (in_library and name like '%::%') and not installed as visible,
            coalesce(user_how in ('otherwise', 'attribute'), true) or installed as imports
        from known
    )
    select id as call, process * 4294967296 + thread as thread, depth = 0 as root, visible, installed, instruction,
        case when installed then -1
            else dense_rank() over (order by user_file, user_line, user_function) end as place,
        imports, importing or imported as importing, raised, unfinished,
        -- A recorded operation that the user's line called: nothing else belongs to that call.
        visible and not imports as direct, coalesce(user_site, -1)::bigint as user_site,
        name, process, thread as of_process, user_file as file, user_line as line, user_function as function
    from seen
    """
_USER_CALLS = f"""
    select operation.id as operation, operation.id as last, operation.call, 1::ubigint as outermost,
        (operation.inside + 1)::uinteger as operations, false as importing, time_ns, duration_ns, bytes_in, bytes_out,
        null::uinteger[] as sites, name, process, of_process as thread, visible, file, line, function, raised,
        unfinished, file is not null as own
    from stored.operations operation join {KINDS} kinds on operation.call = kinds.call
    where direct and operation.inside is not null
    union all by name
    select together.*, name, process, of_process as thread, visible, file, line, function,
        file is not null and not installed and not together.importing as own
    from {CALL_ROWS} together join {KINDS} kinds on together.call = kinds.call
    """
_OPERATIONS_IN_USER_CALLS = f"""
    with recursive direct as (
        select operation.id as operation
        from stored.operations operation join {KINDS} kinds on operation.call = kinds.call
        where direct and operation.inside is not null
    ), within as (
        select operation, operation as user_call from direct
        union all
        select inner_.id, within.user_call
        from (from stored.operations where parent is not null) inner_ join within on inner_.parent = within.operation
    )
    select operation, operation as user_call, true as outermost from direct
    union all
    select operation, user_call, false from within where operation <> user_call
    union all
    select operation, user_call, outermost from {OPERATION_ROWS}
    """


def _nonfinite(operands: str, contents: str) -> str:
    """Return the query for non-finite operands among `operands`, whose contents are among `contents`, both in SQL."""
    bad = f"""select id, hash_high, hash_low, nans, positive_infinities + negative_infinities as infinities
                from {contents}"""
    return f"""
        -- Each of these passes over the parts of the file whose largest number is 0, and no content is in two.
        with bad as (
            {bad} where nans > 0
            union all {bad} where positive_infinities > 0 and nans = 0
            union all {bad} where negative_infinities > 0 and positive_infinities = 0 and nans = 0
        ), found as (
            select operation, slot, address, owner, nans, infinities, hash_high, hash_low, false literal
            from {operands} join bad on content = bad.id
            union all
            select operation, slot, null, null, isnan(real)::ubigint, isinf(real)::ubigint, null, null, true
            from {operands} where isnan(real) or isinf(real)
            union all
            select operation, slot, null, null, 1::ubigint, 0::ubigint, null, null, true
            -- The offset keeps the pattern behind the slots: on all texts it took half of the whole query.
            from (select operation, slot, text from {operands}
                where slot in (select id from stored.slots where kind = 'literal') offset 0)
            where regexp_matches(text, '\\b(nan|inf)\\b')
            union all
            select operation, slot, address, owner, 1::ubigint, 0::ubigint, hash_high, hash_low, false
            from {operands} join {contents} c on content = c.id
            where minimum = -1 and slot in (
                select id from stored.slots
                where name = 'codes' and item > 0 and dtype in ('int8', 'int16', 'int32', 'int64'))
        )
        select operation, place, kind, role, role in {_AFTER} as "after", literal, nans, infinities,
            hash_high, hash_low, address, owner, data_bytes,
            kind in ('scalar', 'float') and item > 0 and name is not null as part
        from found join stored.slots on slot = slots.id
        """


_OF_NONFINITE = {
    "after": "As the operation left it: an output, or an array that it changed.",
    "literal": "A Python value in the call, not an array.",
    "nans": "Number of NaN; of codes of categories, 1: -1 is among them, which stands for missing ones.",
    "infinities": "Number of +Inf and -Inf.",
    "part": "A number that an object holds.",
}

VIEWS: dict[str, Relation] = {
    relation.name: relation
    for relation in (
        # As they are stored, for questions that need no join.
        _as_stored("calls"),
        _as_stored("slots"),
        _as_stored("contents"),
        _as_stored("operations", "recorded_operations"),
        _as_stored("operands", "recorded_operands"),
        MODULE_CALLS,
        MODULE_OPERANDS,
        OPERATIONS_IN_TASKS,
        TASKS,
        Relation(
            "alike_operations",
            "Operations with these names by what makes them alike, shapes and plain arguments. Of those inside one "
            "another only the outermost: a convolution is done by matrix products inside it.",
            """
            with counted as (
                select operation.id, calls.name, time_ns, max(time_ns + coalesce(duration_ns, 0)) over (
                    partition by process, thread order by operation.id
                    rows between unbounded preceding and 1 preceding) as before_ns
                from stored.operations operation join stored.calls on call = calls.id
                where not raised and not unfinished and list_contains(names, calls.name)
            ), outermost as (
                select id, name from counted where before_ns is null or time_ns >= before_ns
            ), facts as (
                select operation, list(slot order by slots.place) as slots,
                    list(coalesce(text, integer::varchar, real::varchar) order by slots.place) as texts
                from stored.operands join stored.slots on slot = slots.id
                where role in ('input', 'argument', 'output', 'mutated')
                    and operation in (select id from outermost)
                group by operation
            )
            select name, slots, texts, list(id) as operations
            from outermost left join facts on operation = id group by name, slots, texts
            """,
            {
                "slots": "Rows of `slots`, by place.",
                "texts": "The plain values in these places, as text; null: an array.",
                "operations": "Ids of the operations.",
            },
            ("names",),
            ("['numpy.matmul']",),
        ),
        # Operations.
        Relation(
            "called_operations",
            "One row an operation, as `operations`, with the number of its call in `calls`.",
            """
            select operation.*, calls.* exclude (id)
            from stored.operations operation join stored.calls on call = calls.id
            """,
        ),
        Relation(
            "visible_operations",
            "Operations that the program's own lines called, and that ended without an exception.",
            f"""
            select operation.*, calls.* exclude (id)
            from stored.operations operation join stored.calls on call = calls.id
            where not raised and not unfinished and user_file is not null
                and call in (select call from {KINDS} where visible)
            """,
        ),
        Relation(
            "outermost_operations",
            "Operations that stand for themselves: outermost ones, and those right inside a frame. A frame is no "
            "operation: a node of torch's backward graph, a step of an optimiser.",
            f"""
            with frames as (
                select id from stored.operations where call in (
                    select id from stored.calls where {_IN_FRAME})
            )
            select operation.*, calls.* exclude (id)
            from stored.operations operation join stored.calls on call = calls.id
            where not {_IN_FRAME}
                and (depth = 0 or parent in (from frames))
            """,
        ),
        Relation(
            "operations_in_user_calls",
            "In which call of `user_calls` each operation ran.",
            _OPERATIONS_IN_USER_CALLS,
            {
                **OPERATION,
                "user_call": "`operation` of the row of `user_calls`; null: it began before any.",
                "outermost": "No other operation contains it.",
            },
        ),
        Relation(
            "library_ranges",
            "Where a thread's operations have to be put together to `user_calls`: all others are calls by themselves.",
            f"select * from {CALL_RANGES}",
            {
                "first": "Id of the first operation that may belong to a call into a library.",
                "stop": "Id behind the last one.",
            },
        ),
        Relation(
            "user_calls",
            "One row a call in the user's own lines through which operations ran: a recorded operation, or a call into "
            "a library with the operations that ran one after the other inside it.",
            _USER_CALLS,
            {
                "operation": "Id of the operation, or of the first one inside the call.",
                "last": "Id of the last outermost operation inside it.",
                "call": "Row of `calls` of `operation`.",
                "visible": "It is a recorded operation itself.",
                "own": "A line of the user's called it, not by importing a module.",
                "file": "Source file of the user's line; null: no line of the user's called it.",
                "line": "The user's line.",
                "function": "Function of that line.",
                "sites": "Rows of `sites`: where in the line its operations came from.",
                "outermost": "How many operations that no other contains ran inside it, or 1.",
                "operations": "How many operations it is in all.",
                "duration_ns": "How long its outermost operations took together.",
                "name": "Name of the operation, or of the first one inside.",
                "bytes_in": "Bytes that its outermost operations read.",
                "bytes_out": "Bytes that its outermost operations wrote.",
                "importing": "The line imports a module, and the operations are that module's own.",
                "raised": "An outermost operation raised an exception.",
                "unfinished": "An operation had not ended when the process died.",
            },
        ),
        Relation(
            "formulas",
            "Calls with whether they compute what the user's own line says: it called them, or has the operator that "
            "a library carried out with them.",
            f"""
            select calls.id as call, {_VISIBLE} or (depth > 0 and not calls.in_library and name not like '%::%')
                or (user_file is not null and not {_FOREIGN} and "user".how in ('operator', 'in place')) as own
            from stored.calls left join stored.sites "user" on user_site = "user".id
            """,
            {"call": "Row of `calls`.", "own": "The user's line says so."},
        ),
        Relation(
            "opaque_operations",
            "Operations whose own operands can't be looked into: an argument is an object that stands for arrays and "
            "that no probe describes, or the operation is a frame, or it ran code of the program's own, such as a "
            "function that was given to it, or a transformation of torch.func takes its tensors "
            "apart. What runs inside them stands for them.",
            f"""
            select distinct operation from stored.operands where slot in (
                select id from stored.slots where kind = 'object' and role not in ('output', 'mutated', 'attribute')
                    and type is not null and not starts_with(type, 'numpy') and not starts_with(type, 'builtins')
                    and type <> 'Generator') -- torch's random numbers, which are no array
                and operation not in (select id from stored.operations where call in (
                    select id from stored.calls where {_STANDS} or {has_sql("traits", Trait.DESCRIBED)}))
            union
            select distinct parent from stored.operations where parent in (
                select id from stored.operations where call in (select id from stored.calls where {_STANDS}))
                and call in (select id from stored.calls where depth > 0 and not in_library)
            union
            select id from stored.operations where call in (
                select id from stored.calls where {_IN_FRAME})
            union
            select distinct operation from stored.operands
            where slot in (select id from stored.slots where name = 'special' and type = 'functorch wrapper')
                and operation in (select parent from stored.operations)
            """,
            OPERATION,
        ),
        Relation(
            "seen_through_operations",
            "As `outermost_operations`; in the place of those in `opaque_operations`, what ran right inside them.",
            f"""
            with unseen as (select operation from opaque_operations),
            -- What a library does inside its own public call is part of that call, objects or not.
            inner_ as (
                select one.id from stored.operations one
                    join stored.operations above on one.parent = above.id join stored.calls on above.call = calls.id
                where one.id in (from unseen) and above.id not in (from unseen)
                    and (above.parent is not null or {_STANDS})
            ),
            opaque as (select operation from unseen where operation not in (from inner_))
            select * from outermost_operations where id not in (from opaque)
            union all
            select operation.*, calls.* exclude (id)
            from stored.operations operation join stored.calls on call = calls.id
            where operation.id not in (from opaque) and not {_IN_FRAME}
                and operation.parent in (select operation from opaque
                    where operation not in (select id from stored.operations where call in (
                        select id from stored.calls where {_IN_FRAME})))
            """,
        ),
        Relation(
            "operation_shapes",
            "The dtype and the class of shape of the first array of each operation: float64[3,<=1024].",
            f"""
            with classes as (
                select id, place,
                    dtype || '[' || array_to_string(list_transform(shape, lambda x: {_AXIS}), ',') || ']' shape_class
                from stored.slots where kind in ('array', 'scalar') and place < 2
            )
            select operation, arg_min(shape_class, place) shape_class
            from stored.operands join classes on slot = classes.id group by operation
            """,
            {**OPERATION, "shape_class": "Dtype and shape; axes longer than 16 by the next power of two."},
        ),
        # Operands.
        Relation(
            "call_slots",
            "Which calls have operands in which slots: few rows, to see which calls need a look at their operands.",
            f"select * from {SLOTS_OF_CALLS}",
            {"call": "Row of `calls`.", "slot": "Row of `slots`."},
        ),
        Relation(
            "operand_layouts",
            "One row an operand with its slot: role, kind, layout, address. Its content is a number of `contents`.",
            """
            select operation, slot, address, owner, content, integer, real, text, slots.* exclude (id)
            from stored.operands join stored.slots on slot = slots.id
            """,
        ),
        Relation(
            "operand_contents",
            "One row an operand with its slot and its content: hash, statistics, small values.",
            """
            select operation, slot, address, owner, content, integer, real, text,
                slots.* exclude (id), contents.* exclude (id)
            from stored.operands join stored.slots on slot = slots.id
                left join stored.contents on content = contents.id
            """,
        ),
        Relation(
            "results",
            "What operations left: their outputs, and the arrays that they changed, as they left them.",
            f"""
            select operation, slot, address, owner, content, integer, real, text, slots.* exclude (id)
            from stored.operands join stored.slots on slot = slots.id where role in {_AFTER}
            """,
        ),
        Relation(
            "nonfinite_operands",
            "Operands that hold NaN or infinities: arrays, Python floats, literals that name nan or inf; and codes of "
            "categories with missing ones.",
            _nonfinite("stored.operands", "stored.contents"),
            _OF_NONFINITE,
        ),
        Relation(
            "nonfinite_operands_of",
            "The same of some operations, whose contents are known to be among some: it needs less memory than all.",
            _nonfinite(
                "(from stored.operands where operation >= first_id and operation < stop_id)",
                "(from stored.contents where id >= first_content and id <= last_content)",
            ),
            _OF_NONFINITE,
            ("first_id", "stop_id", "first_content", "last_content"),
            ("0", "1000", "0", "1000"),
        ),
        # Several processes.
        COLLECTIVES,
        # Memory.
        ALLOCATIONS,
        Relation(
            "accesses",
            "Which memory operations read and wrote: one row an operand that is an array with elements.",
            """
            select operation, place, role, address, address + data_bytes as stop, data_bytes, owner
            from stored.operands join stored.slots on slot = slots.id where kind = 'array' and data_bytes > 0
            """,
            {"stop": "First address behind the elements, if they lie in one piece."},
        ),
        Relation(
            "lifetimes",
            "Arrays of `least_bytes` or more that outermost operations made, and what became of their memory.",
            """
            with large as (
                -- Wherever an operation had one: made new, or there already.
                select operation, address, bool_or(role = 'output') and not bool_or(role <> 'output') as new,
                    max(data_bytes) bytes
                from stored.operands join stored.slots on slot = slots.id
                where kind = 'array' and data_bytes >= least_bytes and address is not null
                    and role in ('input', 'output', 'out', 'mutated')
                group by operation, address
            ), placed as (
                select large.*, call, process, name
                from large join stored.operations on operation = id join stored.calls on call = calls.id
                where depth = 0 -- an inner operation makes what its outer one gives out
            ), lives as (
                select *, sum(new::int) over (partition by process, address order by operation) life from placed
            )
            select any_value(call) filter (new) as call, any_value(operation) filter (new) operation,
                any_value(name) filter (new) as name, max(bytes) filter (new) bytes, count(*) - 1 uses,
                life < max(life) over (partition by process, address) reused
            from lives where life > 0 group by process, address, life
            """,
            {
                "operation": "Id of the operation that made the array.",
                "call": "Row of `calls` of that operation.",
                "name": "Name of that operation.",
                "bytes": "Bytes of the array.",
                "uses": "How many later operations had it as an operand.",
                "reused": "Another array had its memory later.",
            },
            ("least_bytes",),
            ("65536",),
        ),
        # Values.
        Relation(
            "kept_values",
            "Kept arrays: where their bytes are, in the pack of which process, and how they are stored.",
            """
            select value.*, processes.directory
            from stored.values value join stored.processes on process = processes.id
            """,
            {"directory": "Name of the process's folder in `processes/`."},
        ),
    )
}
