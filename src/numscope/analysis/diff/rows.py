"""A trace's outermost operations as numbers to compare: what they are, what went in, what came out."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Any

import numpy as np

from numscope.analysis.diff.importing import IMPORTING, import_lines
from numscope.trace import Trace
from numscope.trace.arrow_columns import numbers

# Outermost operations of the program. Neither what a library does while it is imported nor what NumPy does on its own
# account is among them. Its parameters are `own_parameters`.
OWN_OPERATIONS = f"""depth = 0 and not coalesce(
        in_library and (function = '<module>' or file like '<frozen %' or file like ? escape '!'), false)
        and not coalesce((user_file || ':' || user_line) in (select unnest(?::varchar[])), false)
        and not coalesce({IMPORTING}, false)"""
# Hashes of operands are joined by xor, each with its place: their order in the table does not matter. Where places are
# left out they are added up: twice the same array must not vanish. 48 bits leave room for 65,536 operands.
# Of a file that is read, the name counts and not the folder: what was in it shows in the result. Of the program itself
# not even the name: two versions of a script often have two.
_QUERY = f"""
    with counted as (
        select *, role in ('input', 'argument') goes_in from operand_contents where role not in ('out', 'attribute')
    ),
    -- An estimator's parameters stand behind it, before the next operand: what is left out takes no place.
    ranked as (
        select operation, place, row_number() over (partition by operation order by place) - 1 as rank
        from counted where operation in (
            select operation from operand_contents group by operation
            having min(place) filter (role in ('out', 'attribute'))
                < max(place) filter (role not in ('out', 'attribute'))
        )
    ),
    parts as (
        select operation,
            bit_xor(hash(place, dtype, shape)) filter (goes_in and is_array) shapes,
            bit_xor(hash(place, dtype, shape, hash_high, hash_low)) filter (goes_in and is_array) inputs,
            bit_xor(hash(place, kind, name, integer, real, given, type)) filter (goes_in and not is_array) arguments,
            bit_xor(hash(place, dtype, shape, hash_high, hash_low, kind, integer, real, text))
                filter (role = 'input') operands,
            sum(hash(dtype, shape, hash_high, hash_low, kind, integer, real, text) >> 16)
                filter (role = 'input')::ubigint unplaced,
            bit_xor(hash(place, dtype, shape, hash_high, hash_low, kind, integer, real, text))
                filter (not goes_in) outputs
        from (
            select counted.* exclude (place), coalesce(rank, place) place, kind in ('array', 'scalar') is_array,
                case when kind = 'string' and contains(text, '/') then parse_filename(text) else text end given
            from counted left join ranked using (operation, place)
        ) group by operation
    )
    select id, time_ns as time, hash(o.name) as name,
        hash(user_function, case when parse_filename(user_file) = ? then ''
            else parse_filename(coalesce(user_file, '')) end) caller,
        hash(coalesce(user_file, file), coalesce(user_line, line)) line,
        coalesce(parts.shapes, 0) shapes, coalesce(parts.inputs, 0) inputs,
        coalesce(parts.arguments, 0) arguments,
        coalesce(parts.operands, 0) operands, coalesce(parts.unplaced, 0) unplaced,
        xor(coalesce(parts.outputs, 0), hash(exception)) outputs,
        exception is not null raised,
        process > 0 or thread <> ? beside
    from operations o left join parts on parts.operation = o.id
    where {OWN_OPERATIONS}
    order by process, thread, id
"""
_ODD = np.uint64(0x9E3779B97F4A7C15)


class DiffRows:
    """The outermost operations of `trace`, thread by thread in their order, as arrays of 64-bit numbers.

    What a library does while it is imported is left out, and so is what NumPy does on its own account: it is none of
    the program's, and numpy.random seeds itself anew each time.

    name, caller: the operation, and the function and file it was called from; path: both; line: the program's own line.
    shapes: shapes and dtypes that went in; key: path and shapes. inputs, arguments, outputs: the contents of arrays
    that went in, of other arguments, and of what came out or was raised. operands, unplaced: contents of all operands,
    with and without their places.
    beside: not of the first process's main thread. rank: place among all operations by time.
    """

    def __init__(self, trace: Trace) -> None:
        table = trace.ask(_QUERY, [program_name(trace), _main_thread(trace), *own_parameters(trace)])
        columns = {name: numbers(table[name]) for name in table.column_names}
        self.ids: Any = columns["id"]
        self.name: Any = columns["name"]
        self.caller: Any = columns["caller"]
        self.line: Any = columns["line"]
        self.shapes: Any = columns["shapes"]
        self.path: Any = columns["name"] ^ (columns["caller"] * _ODD)
        self.key: Any = self.path ^ (columns["shapes"] * _ODD)
        self.inputs: Any = columns["inputs"]
        self.arguments: Any = columns["arguments"]
        self.outputs: Any = columns["outputs"]
        self.operands: Any = columns["operands"]
        self.unplaced: Any = columns["unplaced"]
        self.raised: Any = columns["raised"]
        self.beside: Any = columns["beside"]
        self.rank: Any = np.empty(len(self.ids), np.int64)
        self.rank[np.argsort(columns["time"], kind="stable")] = np.arange(len(self.ids))

    def __len__(self) -> int:
        """How many there are."""
        return len(self.ids)

    def whole(self) -> Any:
        """One number for all that is known of each operation."""
        result = self.key.copy()
        for part in (self.inputs, self.arguments, self.outputs):
            result = (result ^ part) * _ODD
        return result


def program_name(trace: Trace) -> str:
    """The file name of the program that was run, without its folder."""
    words = program_words(trace)
    return PurePath(words[0]).name if words else ""


def program_words(trace: Trace) -> list[str]:
    """Return the program that was run and what it was given; of one that was not recorded, by its command line."""
    argv = trace.table("processes")["argv"].to_pylist()[:1]
    command = [str(word) for word in trace.manifest.get("command") or ()]
    scripts = [at for at, word in enumerate(command) if word.endswith(".py")]
    return [str(word) for word in argv[0] or ()] if argv else command[scripts[0] :] if scripts else []


def own_parameters(trace: Trace) -> list[Any]:
    """Return the parameters of `OWN_OPERATIONS`."""
    return [_files_of_numpy(trace), [f"{file}:{line}" for file, line in import_lines(trace)]]


def runs(trace: Trace, name: str) -> bool:
    """Return whether a run has an operation of this name among `OWN_OPERATIONS`."""
    query = f"select 1 from operations where {OWN_OPERATIONS} and name = ? limit 1"
    return bool(trace.ask(query, [*own_parameters(trace), name]).num_rows)


def _files_of_numpy(trace: Trace) -> str:
    """Return the pattern of the files that belong to NumPy, for SQL's `like` with `!` before what is meant as it is."""
    found = trace.ask("select environment->>'$.numpy_folder' folder from processes order by id")["folder"]
    folder = next((folder for folder in found.to_pylist() if folder), None)
    if folder is None:
        return "%/numpy/%"  # older traces don't say where it was
    return re.sub("([!%_])", r"!\1", folder) + "/%"


def _main_thread(trace: Trace) -> int:
    """The number of the first process's main thread; numbers go by who recorded something first."""
    found = trace.ask(
        "select thread from threads join processes on process = id "
        "where id = 0 and native_id = (environment->>'$.main_thread')::ubigint"
    )
    return int(found["thread"][0].as_py()) if found.num_rows else 1
