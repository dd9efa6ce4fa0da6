"""What ids mean, over all processes of a trace: each process's definitions, renumbered and put one after another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from numscope._decode import decode_definitions
from numscope.format.constants import number, words
from numscope.operations.tables import traits_of
from numscope.trace import arrow_functions as af
from numscope.trace import tables
from numscope.trace.columns import Columns, behind_nothing, count, lists, numbers, texts
from numscope.trace.dtypes import dtype_name
from numscope.trace.shards import Shard

# An Arrow array is made of it where it is needed: making one imports pandas, where that is installed.
_HOW = words("how_called", "CALLED_", "BY_")
_SITE_IN_LIBRARY = number("SITE_IN_LIBRARY")
_DTYPE_HAS_OBJECTS = number("DTYPE_HAS_OBJECTS")
_LAYOUT_C_CONTIGUOUS, _LAYOUT_F_CONTIGUOUS = number("LAYOUT_C_CONTIGUOUS"), number("LAYOUT_F_CONTIGUOUS")
_VALUE_FORTRAN, _VALUE_REPEATS = number("VALUE_FORTRAN"), number("VALUE_REPEATS")
_OPERATION_HAS_TRAITS = number("OPERATION_HAS_TRAITS")
_MARKS = words("mark_kind", "MARK_")
_MOST = 2**62
_KINDS = ("strings", "operations", "sites", "dtypes", "layouts")


@dataclass(frozen=True)
class ShardIds:
    """(offset, count) of one process's ids within the trace, by kind."""

    ranges: dict[str, tuple[int, int]]

    def in_trace(self, kind: str, ids: Any) -> Any:
        """Ids of the process turned into ids of the trace; unknown ones into 0."""
        offset, known = self.ranges[kind]
        ids = af.cast(ids, pa.uint32())
        usable = af.and_(af.greater(ids, 0), af.less_equal(ids, known))
        # Unknown ids are masked before the sum: damaged ones would overflow it.
        moved = af.add(af.if_else(usable, ids, pa.scalar(0, pa.uint32())), pa.scalar(offset, pa.uint32()))
        return af.if_else(usable, moved, pa.scalar(0, pa.uint32()))


class Definitions:
    """The definitions of all processes. Arrays begin with a null for id 0: `take` by id gives what it means."""

    def __init__(self, shards: list[Shard]) -> None:
        decoded = [_decode(shard) for shard in shards]
        parts = list(zip(shards, decoded, _number(decoded), strict=True))
        self.ids = {shard.row: ids for shard, _, ids in parts}
        self.strings = _joined(decoded, lambda columns: texts(columns, "string", count(columns, "strings")))
        self.operations = _joined(
            decoded, lambda columns: texts(columns, "operation", count(columns, "operations"))
        )
        self.traits = _joined_traits(decoded, self.operations)
        self.dtypes = _stack(tables.DTYPES, [_dtypes(columns) for _, columns, _ in parts])
        self.layouts = _stack(tables.LAYOUTS, [_layouts(columns, ids) for _, columns, ids in parts])
        self.sites = _stack(
            tables.SITES, [_sites(shard.number, columns, ids, self.strings) for shard, columns, ids in parts]
        )
        self.values = _stack(
            tables.VALUES,
            [_values(shard.row, columns, ids) for shard, columns, ids in parts],
            numbered=False,
        )
        self.threads = _stack(
            tables.THREADS, [_threads(shard.number, columns) for shard, columns, _ in parts], numbered=False
        )
        self.marks = {shard.row: _marks(shard, columns) for shard, columns, _ in parts}
        if len({shard.number for shard in shards}) < len(shards):
            self.threads = _once_each(self.threads)


def _decode(shard: Shard) -> Columns:
    stream = shard.definitions
    position, stop, columns = decode_definitions(stream.read(0, len(stream)))
    if stop != "end":
        shard.problems.append(
            f"{shard.name}: definitions are readable up to byte {position} of {len(stream)}"
        )
    return columns


def _number(decoded: list[Columns]) -> list[ShardIds]:
    offsets = dict.fromkeys(_KINDS, 0)
    result = []
    for columns in decoded:
        ranges = {kind: (offsets[kind], count(columns, kind)) for kind in _KINDS}
        result.append(ShardIds(ranges))
        for kind, (offset, known) in ranges.items():
            offsets[kind] = offset + known
    return result


def _joined(decoded: list[Columns], part: Any) -> Any:
    return behind_nothing(pa.concat_arrays([pa.array([], pa.string()), *map(part, decoded)]))


def _joined_traits(decoded: list[Columns], names: Any) -> Any:
    """The traits of each of `names`; where the trace is older than they are, what the libraries' tables say."""

    def part(columns: Columns, name: str) -> Any:
        return numbers(columns, name, pa.uint32(), count(columns, "operations"))

    empty = pa.array([], pa.uint32())
    found, flags = (
        behind_nothing(pa.concat_arrays([empty, *(part(columns, name) for columns in decoded)]))
        for name in ("operation_traits", "operation_flags")
    )
    known = has_flag(flags, _OPERATION_HAS_TRAITS)
    if af.every(known):
        return found
    by_name = pa.array([name and int(traits_of(name)) for name in names.to_pylist()], pa.uint32())
    return af.if_else(known, found, by_name)


def _stack(table: tables.Table, parts: list[dict[str, Any]], numbered: bool = True) -> Any:
    """One table of all processes' parts; numbered tables get an id from 1 on."""
    schema = table.schema
    first = 1
    pieces = [schema.empty_table()]
    for part in parts:
        rows = len(next(iter(part.values())))
        if numbered:
            part = {"id": pa.array(range(first, first + rows), pa.uint32()), **part}
            first += rows
        pieces.append(
            pa.table([af.cast(part[name], schema.field(name).type) for name in schema.names], schema)
        )
    stacked = pa.concat_tables(pieces)
    return stacked.combine_chunks() if numbered else stacked  # numbered rows are looked up by number


def _dtypes(columns: Columns) -> dict[str, Any]:
    rows = count(columns, "dtypes")
    flags = numbers(columns, "dtype_flags", pa.uint32(), rows).to_pylist()
    kinds = numbers(columns, "dtype_kind", pa.uint32(), rows).to_pylist()
    descriptions = texts(columns, "dtype", rows)
    return {
        "name": pa.array([dtype_name(description) for description in descriptions.to_pylist()], pa.string()),
        "description": descriptions,
        "item_bytes": numbers(columns, "dtype_item_bytes", pa.uint32(), rows),
        "kind": pa.array([chr(kind) if 32 < kind < 127 else "?" for kind in kinds], pa.string()),
        "has_objects": pa.array([bool(flag & _DTYPE_HAS_OBJECTS) for flag in flags], pa.bool_()),
    }


def _layouts(columns: Columns, ids: ShardIds) -> dict[str, Any]:
    rows = count(columns, "layouts")
    flags = numbers(columns, "layout_flags", pa.uint32(), rows)
    return {
        "dtype": ids.in_trace("dtypes", numbers(columns, "layout_dtype", pa.uint32(), rows)),
        "shape": lists(columns, "layout_shape", "layout_offsets", rows),
        "strides": lists(columns, "layout_strides", "layout_offsets", rows),
        "data_bytes": numbers(columns, "layout_data_bytes", pa.uint64(), rows),
        "c_contiguous": has_flag(flags, _LAYOUT_C_CONTIGUOUS),
        "f_contiguous": has_flag(flags, _LAYOUT_F_CONTIGUOUS),
    }


def _sites(process: int, columns: Columns, ids: ShardIds, strings: Any) -> dict[str, Any]:
    rows = count(columns, "sites")
    column = {
        name: numbers(columns, f"site_{name}", pa.uint32(), rows)
        for name in ("line", "file", "function", "how", "instruction", "flags")
    }
    how = af.if_else(af.less(column["how"], len(_HOW)), column["how"], pa.scalar(0, pa.uint32()))
    return {
        "process": pa.repeat(pa.scalar(process, pa.uint32()), rows),
        "file": af.take(strings, ids.in_trace("strings", column["file"])),
        "line": column["line"],
        "function": af.take(strings, ids.in_trace("strings", column["function"])),
        "how": af.take(pa.array(_HOW), how),
        "instruction": column["instruction"],
        "in_library": has_flag(column["flags"], _SITE_IN_LIBRARY),
    }


def _values(process: int, columns: Columns, ids: ShardIds) -> dict[str, Any]:
    rows = count(columns, "values")
    flags = numbers(columns, "value_flags", pa.uint32(), rows)
    return {
        **{
            name: numbers(columns, f"value_{name}", pa.uint64(), rows)
            for name in ("hash_low", "hash_high", "offset", "bytes", "stored")
        },
        "process": pa.repeat(pa.scalar(process, pa.uint32()), rows),
        "layout": ids.in_trace("layouts", numbers(columns, "value_layout", pa.uint32(), rows)),
        "fortran": has_flag(flags, _VALUE_FORTRAN),
        "word": af.cast(af.shift_right(flags, pa.scalar(8, pa.uint32())), pa.uint8()),
        "repeats": has_flag(flags, _VALUE_REPEATS),
    }


def _threads(process: int, columns: Columns) -> dict[str, Any]:
    rows = count(columns, "threads")
    return {
        "process": pa.repeat(pa.scalar(process, pa.uint32()), rows),
        "thread": numbers(columns, "thread_number", pa.uint32(), rows),
        "native_id": numbers(columns, "thread_native_id", pa.uint64(), rows),
    }


def _marks(shard: Shard, columns: Columns) -> list[dict[str, Any]]:
    rows = count(columns, "marks")
    kinds = numbers(columns, "mark_kind", pa.uint32(), rows).to_pylist()
    found = zip(
        (_MARKS[kind] if kind < len(_MARKS) else None for kind in kinds),
        numbers(columns, "mark_number", pa.uint64(), rows).to_pylist(),
        numbers(columns, "mark_ticks", pa.uint64(), rows).to_pylist(),
        numbers(columns, "mark_sequence", pa.uint64(), rows).to_pylist(),
        texts(columns, "mark", rows).to_pylist(),
        strict=True,
    )
    return [
        {
            "process": shard.number,
            "kind": kind,
            "number": min(number, _MOST),
            "time_ns": max(-_MOST, min(shard.end.clock.at(ticks), _MOST)),
            "operation": min(sequence, _MOST),  # within the shard
            "text": text or None,
        }
        for kind, number, ticks, sequence, text in found
    ]


def _once_each(threads: Any) -> Any:
    """Return each thread of a process once, in whichever of its segments it ran."""
    return (
        threads.group_by(["process", "thread"], use_threads=False)
        .aggregate([("native_id", "max")])
        .rename_columns(["process", "thread", "native_id"])
        .cast(threads.schema)
    )


def has_flag(flags: Any, bit: int) -> Any:
    """Which of the unsigned numbers `flags` have `bit` set."""
    return af.not_equal(af.bit_wise_and(flags, pa.scalar(bit, flags.type)), pa.scalar(0, flags.type))
