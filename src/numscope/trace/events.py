"""The events of all processes, decoded piece by piece into the tables that hold them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from numscope._decode import ENUMS, EventDecoder
from numscope.format.constants import Layout, number, words
from numscope.format.streams import InFlight, Pieces, Stream
from numscope.operations.traits import Trait
from numscope.trace import arrow_functions as af
from numscope.trace import tables
from numscope.trace.columns import Columns, count, numbers, texts
from numscope.trace.definitions import Definitions, has_flag
from numscope.trace.dtypes import number_name
from numscope.trace.shards import Shard

# What becomes one row group a table: large enough for Parquet, small enough for memory.
_BATCH_BYTES = 32 << 20
# What is read at once: small enough to be decoded while it is in the second-level cache.
_PIECE_BYTES = 1 << 19
_MAX_RECORD_BYTES = 1 << 28
_CALL = Layout("call_record")
_RECORD_CALL, _CALL_RAISED, _CALL_TRUNCATED, _CALL_UNFINISHED, _CALL_USER_VISIBLE, _CALL_IMPORTING = (
    number(name)
    for name in (
        *("RECORD_CALL", "CALL_RAISED", "CALL_TRUNCATED", "CALL_UNFINISHED"),
        *("CALL_USER_VISIBLE", "CALL_IMPORTING"),
    )
)

# Arrow arrays are made of them where they are needed: making one imports pandas, where that is installed.
_KINDS = words("operand_tag", "OPERAND_")
_ROLES = words("operand_role", "ROLE_")
# Element types by the names of their dtypes: ELEMENT_F2 is float16.
_ELEMENTS = {
    number_name(name.removeprefix("ELEMENT_").lower()): code
    for name, code in ENUMS["element"].items()
    if name not in ("ELEMENT_OTHER", "ELEMENTS")
}
# What takes a part of an array, or puts one into it.
_LAYOUT_FACTS = Layout("layout_facts")
_READS_PART, _WRITES_PART = number("PART_TAKEN"), number("PART_PUT")
_OPERAND_KEPT, _OPERAND_READ_ONLY, _OPERAND_CONVERTED = (
    number(name) for name in ("OPERAND_KEPT", "OPERAND_READ_ONLY", "OPERAND_CONVERTED")
)
_KEYWORD = number("POSITION_KEYWORD")


class Batch:
    """What one piece of the log became: rows of the tables `operations`, `operands` and `contents`."""

    def __init__(self, columns: Columns) -> None:
        self.operations = _operations(columns, count(columns, "calls"))
        self.operands = _operands(columns, count(columns, "operands"))
        self.contents = _contents(columns, count(columns, "contents"))


class Events:
    """Decodes shard after shard; the distinct calls and slots come at the end."""

    def __init__(self, definitions: Definitions) -> None:
        self._definitions = definitions
        self._decoder = EventDecoder()
        self.next_id = 0

    def decode(self, shard: Shard) -> Iterator[tuple[Batch, int]]:
        """The batches of `shard`, each with the number of log bytes it took; what is unreadable becomes a problem."""
        ranges = self._definitions.ids[shard.row].ranges
        clock = shard.end.clock
        self._decoder.start_process(
            number=shard.number,
            base=self.next_id,
            operations=ranges["operations"],
            sites=ranges["sites"],
            strings=ranges["strings"],
            layouts=ranges["layouts"],
            layout_facts=self._layout_facts(*ranges["layouts"]),
            operation_parts=self._operation_parts(*ranges["operations"]),
            first_ticks=clock.first_ticks,
            first_ns=clock.first_ns,
            ns_per_tick=clock.ns_per_tick,
        )
        pending = {call.sequence for call in shard.end.in_flight}
        for stream in shard.events:
            for columns, size in self._stream(shard, stream):
                batch = Batch(columns)
                if pending:
                    ended = batch.operations["id"].to_pylist()
                    pending.difference_update(number - self.next_id for number in ended)
                yield batch, size
        unfinished = [call for call in shard.end.in_flight if call.sequence in pending]
        if unfinished:
            self._decoder.decode(self._in_flight_records(shard, unfinished))
            yield Batch(self._decoder.take()), 0
        self.next_id += self._decoder.next_sequence

    def calls(self) -> Any:
        """The table `calls`."""
        return _calls(self._decoder.calls(), self._definitions)

    def slots(self) -> Any:
        """The table `slots`."""
        return _slots(self._decoder.slots(), self._definitions)

    def _layout_facts(self, offset: int, known: int) -> bytes:
        layouts = self._definitions.layouts.slice(offset, known)
        dtypes = self._definitions.dtypes
        items, names = dtypes["item_bytes"].to_pylist(), dtypes["name"].to_pylist()
        facts = []
        for dtype, shape, data_bytes in zip(
            *(layouts[name].to_pylist() for name in ("dtype", "shape", "data_bytes")), strict=True
        ):
            item, name = (items[dtype - 1], names[dtype - 1]) if dtype else (0, "")
            rows = min(max(shape[0], 0), 2**62) if shape else 0
            facts.append(
                _LAYOUT_FACTS.pack(
                    data_bytes=data_bytes,
                    rows=rows,
                    item_bytes=item,
                    dimensions=min(len(shape), 99),
                    element=_ELEMENTS.get(name, 0),
                )
            )
        return b"".join(facts)

    def _operation_parts(self, offset: int, known: int) -> bytes:
        # Id 0 stands first in `operations`.
        return bytes(map(_part, self._definitions.traits.slice(offset + 1, known).to_pylist()))

    def _stream(self, shard: Shard, stream: Stream) -> Iterator[tuple[Columns, int]]:
        taken = offset = 0
        size = _PIECE_BYTES
        with Pieces(stream) as pieces:
            while offset < len(stream):
                position, stop = self._decoder.decode(pieces.read(offset, size))
                offset += position
                if stop == "full" or offset - taken >= _BATCH_BYTES:
                    yield self._decoder.take(), offset - taken
                    taken = offset
                if stop == "unreadable":
                    break
                if stop == "incomplete" and not position:
                    if offset + size >= len(stream) or size >= _MAX_RECORD_BYTES:
                        break
                    size *= 2
                else:
                    size = _PIECE_BYTES
        rest = self._decoder.take()
        if offset > taken:
            yield rest, offset - taken
        if offset < len(stream):
            shard.problems.append(
                f"{shard.name}: {stream.log.removesuffix('.log')} is readable up to byte {offset} of {len(stream)}"
            )

    def _in_flight_records(self, shard: Shard, unfinished: list[InFlight]) -> bytes:
        """Call records, as the writer would have made them, of operations that never ended, outermost first."""
        offset, known = self._definitions.ids[shard.row].ranges["sites"]
        in_library = self._definitions.sites["in_library"]
        records, above = [], None
        for depth, call in enumerate(unfinished):
            ours = 0 < call.site <= known and not in_library[offset + call.site - 1].as_py()
            flags = _CALL_UNFINISHED | (_CALL_USER_VISIBLE if ours and depth == 0 else 0)
            back = call.sequence - above if above is not None and above < call.sequence else 0
            user_site = call.site if ours else 0
            records.append(
                _CALL.pack(
                    size=_CALL.size,
                    kind=_RECORD_CALL,
                    flags=flags,
                    sequence=call.sequence,
                    start_ticks=call.start_ticks,
                    operation=call.operation,
                    site=call.site,
                    user_site=user_site,
                    parent_back=min(back, 2**32 - 1),
                    depth=depth,
                )
            )
            above = call.sequence
        return b"".join(records)


def _part(traits: int) -> int:
    reads = _READS_PART if traits & Trait.READS_PART else 0
    return _WRITES_PART if traits & Trait.WRITES_PART else reads


def _operations(columns: Columns, rows: int) -> Any:
    parts = [
        numbers(columns, "id", pa.int64(), rows),
        numbers(columns, "call", pa.uint32(), rows),
        numbers(columns, "parent", pa.int64(), rows, "parent_valid"),
        numbers(columns, "time", pa.int64(), rows),
        numbers(columns, "duration", pa.int64(), rows, "duration_valid"),
        numbers(columns, "own_time", pa.int64(), rows, "duration_valid"),
        numbers(columns, "inside", pa.uint32(), rows, "duration_valid"),
        numbers(columns, "bytes_in", pa.int64(), rows),
        numbers(columns, "bytes_out", pa.int64(), rows),
        texts(columns, "exception", rows, nullable=True),
    ]
    return pa.record_batch(parts, schema=tables.OPERATIONS.schema)


def _operands(columns: Columns, rows: int) -> Any:
    parts = [
        numbers(columns, "operation", pa.int64(), rows),
        numbers(columns, "slot", pa.uint32(), rows),
        numbers(columns, "address", pa.uint64(), rows, "address_valid"),
        numbers(columns, "owner", pa.uint64(), rows, "owner_valid"),
        numbers(columns, "content", pa.int64(), rows, "content_valid"),
        numbers(columns, "integer", pa.int64(), rows, "integer_valid"),
        numbers(columns, "real", pa.float64(), rows, "real_valid"),
        texts(columns, "text", rows, nullable=True),
    ]
    return pa.record_batch(parts, schema=tables.OPERANDS.schema)


def _contents(columns: Columns, rows: int) -> Any:
    schema = tables.CONTENTS.schema
    parts = [
        numbers(columns, "content_id", pa.int64(), rows),
        numbers(columns, "hash_low", pa.uint64(), rows, "hash_valid"),
        numbers(columns, "hash_high", pa.uint64(), rows, "hash_valid"),
        *(
            numbers(columns, name, schema.field(name).type, rows, "statistics_valid")
            for name in tables.STATISTICS
        ),
        texts(columns, "inline", rows, pa.binary(), nullable=True),
    ]
    return pa.record_batch(parts, schema=schema)


def _calls(columns: Columns, definitions: Definitions) -> Any:
    rows = count(columns, "rows")

    def column(name: str, kind: Any) -> Any:
        return numbers(columns, name, kind, rows)

    flags = column("flags", pa.uint16())
    site_ids = {name: column(name, pa.uint32()) for name in ("site", "user_site")}
    at = {name: _take_rows(definitions.sites, ids) for name, ids in site_ids.items()}
    operation = column("name", pa.uint32())
    parts = {
        "id": pa.array(range(rows), pa.uint32()),
        "process": column("process", pa.uint32()),
        "thread": column("thread", pa.uint16()),
        "name": af.fill_null(af.take(definitions.operations, operation), "?"),
        "traits": af.fill_null(af.take(definitions.traits, operation), 0),
        "depth": column("depth", pa.uint8()),
        **{name: at["site"][name] for name in ("how", "file", "line", "function", "in_library")},
        **{f"user_{name}": at["user_site"][name] for name in ("file", "line", "function")},
        "user_visible": has_flag(flags, _CALL_USER_VISIBLE),
        "importing": has_flag(flags, _CALL_IMPORTING),
        "floating_point": column("floating_point", pa.uint8()),
        "raised": has_flag(flags, _CALL_RAISED),
        "truncated": has_flag(flags, _CALL_TRUNCATED),
        "unfinished": has_flag(flags, _CALL_UNFINISHED),
        "inputs": column("inputs", pa.uint8()),
        "outputs": column("outputs", pa.uint8()),
        **site_ids,
    }
    return _table(tables.CALLS, parts)


def _slots(columns: Columns, definitions: Definitions) -> Any:
    rows = count(columns, "rows")

    def column(name: str, kind: Any) -> Any:
        return numbers(columns, name, kind, rows)

    flags, position = column("flags", pa.uint8()), column("position", pa.uint8())
    role = column("role", pa.uint8())
    layout = column("layout", pa.uint32())
    layouts = _take_rows(definitions.layouts, layout)
    dtypes = _take_rows(definitions.dtypes, af.fill_null(layouts["dtype"], 0))
    parts = {
        "id": pa.array(range(rows), pa.uint32()),
        "place": column("place", pa.uint16()),
        "kind": af.take(pa.array(_KINDS, pa.string()), column("tag", pa.uint8())),
        "role": af.take(
            pa.array(_ROLES, pa.string()),
            af.if_else(af.less(role, len(_ROLES)), role, pa.scalar(0, pa.uint8())),
        ),
        "position": af.if_else(af.equal(position, _KEYWORD), pa.scalar(None, pa.uint8()), position),
        "name": af.take(definitions.strings, column("name", pa.uint32())),
        "item": column("item", pa.uint16()),
        "type": af.take(definitions.strings, column("type", pa.uint32())),
        "layout": layout,
        "dtype": dtypes["name"],
        "description": dtypes["description"],
        **{name: layouts[name] for name in ("shape", "strides", "data_bytes")},
        "fortran": af.and_not(layouts["f_contiguous"], layouts["c_contiguous"]),
        "kept": has_flag(flags, _OPERAND_KEPT),
        "read_only": has_flag(flags, _OPERAND_READ_ONLY),
        "converted": has_flag(flags, _OPERAND_CONVERTED),
    }
    return _table(tables.SLOTS, parts)


def _take_rows(table: Any, ids: Any) -> Any:
    """The rows of a table numbered from 1 on; id 0 gives nulls."""
    none, one = pa.scalar(None, ids.type), pa.scalar(1, ids.type)
    # What is not taken must not go below 0 either.
    there = af.if_else(af.equal(ids, 0), one, ids)
    return af.take(table, af.if_else(af.equal(ids, 0), none, af.subtract(there, one)))


def _table(table: tables.Table, parts: dict[str, Any]) -> Any:
    schema = table.schema
    return pa.table([af.cast(parts[name], schema.field(name).type) for name in schema.names], schema)
