"""A trace's operations in chunks of columns, ready to be sent to a performer."""

from __future__ import annotations

import threading
from dataclasses import astuple
from pathlib import Path
from typing import Any

import numpy as np

from numscope.analysis.objects_inside import STANDS
from numscope.analysis.replay.performer.chunk import INLINE, NOT_KEPT, Chunk, Packs
from numscope.analysis.replay.performer.perform import slot_of
from numscope.analysis.replay.performer.wire import Message
from numscope.trace import Trace

_MOST_OPERATIONS = 20_000
_MOST_BYTES = 64 << 20

_SLOTS = """
    select id, kind, role, position, name, item, type, description, shape, strides, read_only, fortran
    from stored.slots order by id
"""
_OPERATIONS = f"""
    select o.id, o.call, o.exception from stored.operations o join stored.calls c on o.call = c.id
    where o.id between ? and ? and ({STANDS} or ?) order by o.id
"""
_OPERANDS = """
    select operation, slot, address, content, integer, real, text
    from stored.operands join stored.slots s on slot = s.id
    where operation between ? and ? order by operation, s.place
"""
_CONTENTS = """
    select distinct on (c.id) c.id, c.inline, p.directory, v."offset", v.bytes, v.fortran, hash_high, hash_low
    from stored.contents c left join stored.values v using (hash_low, hash_high)
        left join stored.processes p on v.process = p.id
    where c.id between ? and ?
"""


class Tasks:
    """The operations of a trace that are to be replayed: outermost ones, or with `inner` all of them."""

    def __init__(self, trace: Trace, inner: bool = False) -> None:
        self._trace, self._inner = trace, inner
        self._lock = threading.Lock()  # DuckDB's connection is not for several threads at a time
        rows = trace.sql(_SLOTS).to_pylist()
        self._fields = {row.pop("id"): list(row.values()) for row in rows}
        calls = trace.sql("select id, name, unfinished or truncated as cut from stored.calls").to_pylist()
        self.names = {row["id"]: row["name"] for row in calls}
        self._usable = {row["id"]: row["name"] for row in calls if not row["cut"]}
        directories = trace.sql("select directory from stored.processes order by id")["directory"].to_pylist()
        self._packs = {name: number for number, name in enumerate(directories)}
        self._paths = [
            str(Path(trace.path).absolute() / "processes" / name / "values.pack") for name in directories
        ]
        self._sizes = [Path(path).stat().st_size if Path(path).is_file() else 0 for path in self._paths]
        self._slots = {number: slot_of(fields) for number, fields in self._fields.items()}
        self._reader = Packs(self._paths)

    def setup(self, dtype: str | None, backend: str | None, programs: tuple[str, ...] = ()) -> dict[str, Any]:
        """What a worker has to know before its first chunk."""
        return {
            "slots": self._fields,
            "names": self._usable,
            "packs": self._paths,
            "dtype": dtype,
            "backend": backend,
            "programs": list(programs),
        }

    def ranges(self, ids: tuple[int, ...] | None = None) -> list[tuple[int, int, int]]:
        """(first id, last id, operations) of each chunk: some thousand operations, some dozen megabytes."""
        rows = self._trace.sql(
            "select o.id, bytes_in + bytes_out size from stored.operations o join stored.calls c on o.call = c.id "
            f"where ({STANDS} or ?) order by o.id",
            [self._inner],
        )
        numbers, sizes = rows["id"].to_pylist(), rows["size"].to_pylist()
        if ids is not None:
            return [(number, number, 1) for number in ids]
        found: list[tuple[int, int, int]] = []
        first, count, taken = None, 0, 0
        last = -1
        for number, size in zip(numbers, sizes, strict=True):
            if first is not None and (count == _MOST_OPERATIONS or taken + size > _MOST_BYTES):
                found.append((first, last, count))
                first = None
            if first is None:
                first, count, taken = number, 0, 0
            count, taken, last = count + 1, taken + size, number
        if first is not None:
            found.append((first, last, count))
        return found

    def message(self, first: int, last: int, replacements: dict[int, Any] | None = None) -> Message:
        """The chunk of the operations from `first` to `last`. replacements: other arrays, by the operand's place."""
        with self._lock:
            operations = self._trace.sql(_OPERATIONS, [first, last, self._inner or first == last])
            operands = self._trace.sql(_OPERANDS, [first, last])
            wanted = operands["content"].drop_null().to_numpy()
            span = [int(wanted.min()), int(wanted.max())] if len(wanted) else [0, -1]
            contents = self._trace.sql(_CONTENTS, span)
        ids = operations["id"].to_numpy()
        owners = operands["operation"].to_numpy()
        # Operands of inner operations are between those of the outer ones.
        operands = operands.filter(np.isin(owners, ids))
        owners = owners[np.isin(owners, ids)]
        starts = np.append(np.searchsorted(owners, ids), len(owners))
        columns, numbering = self._contents(contents)
        texts = operands["text"].combine_chunks().dictionary_encode()
        header: dict[str, Any] = {
            "texts": texts.dictionary.to_pylist(),
            "exceptions": {
                str(place): text for place, text in enumerate(operations["exception"].to_pylist()) if text
            },
        }
        columns.update(
            ids=ids,
            calls=operations["call"].to_numpy(),
            starts=starts,
            slots=operands["slot"].to_numpy(),
            addresses=operands["address"].fill_null(0).to_numpy(),
            contents=_renumbered(operands["content"].fill_null(-1).to_numpy(), numbering),
            integers=operands["integer"].fill_null(0).to_numpy(),
            reals=operands["real"].fill_null(0.0).to_numpy(),
            texts=texts.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64),
        )
        if replacements:
            self._replace(header, columns, replacements)
        return header, columns

    def patience(self, first: int, last: int) -> float:
        """How many seconds the operations from `first` to `last` may take before something must be wrong."""
        with self._lock:
            rows = self._trace.sql(
                "select coalesce(sum(duration_ns), 0) t from stored.operations where id between ? and ?",
                [first, last],
            )
        return 60.0 + 50e-9 * float(rows["t"][0].as_py())

    def chunk(self, message: Message) -> Chunk:
        """The chunk as a performer sees it."""
        for number, fields in message[0].get("slots", {}).items():
            self._slots[int(number)] = slot_of(fields)
        return Chunk(*message, self._slots, self._reader)

    def slot(self, number: int) -> Any:
        """The slot of this number."""
        return self._slots[number]

    def _contents(self, rows: Any) -> tuple[dict[str, Any], Any]:
        """The places of the values, and the ids of contents in their order."""
        order = np.argsort(rows["id"].to_numpy(), kind="stable")
        rows = rows.take(order)
        directories = rows["directory"].combine_chunks().dictionary_encode()
        known = [self._packs.get(name, NOT_KEPT) for name in directories.dictionary.to_pylist()]
        packs = np.array([*known, NOT_KEPT])[directories.indices.fill_null(len(known)).to_numpy()]
        offsets = rows["offset"].fill_null(0).to_numpy().astype(np.int64)
        sizes = rows["bytes"].fill_null(0).to_numpy().astype(np.int64)
        fortran = rows["fortran"].fill_null(False).to_numpy()
        inline = rows["inline"]
        held = inline.is_valid().to_numpy()
        pieces: list[bytes] = inline.drop_null().to_pylist()
        # Values in the memory-mapped tail of a trace that was not sealed travel with the message, like small ones.
        late = np.flatnonzero(~held & (packs >= 0) & (offsets + sizes > np.array([*self._sizes, 0])[packs]))
        for place in late.tolist():
            high, low = rows["hash_high"][place].as_py(), rows["hash_low"][place].as_py()
            array = self._trace.values[f"{high:016x}{low:016x}"]
            pieces.append(array.tobytes("F" if fortran[place] else "C"))
        carried = np.concatenate([np.flatnonzero(held), late])
        lengths = np.array([len(piece) for piece in pieces], np.int64)
        packs[carried], offsets[carried], sizes[carried] = INLINE, np.cumsum(lengths) - lengths, lengths
        blob = np.frombuffer(b"".join(pieces), np.uint8)
        columns = {"packs": packs, "offsets": offsets, "sizes": sizes, "fortran": fortran, "blob": blob}
        columns["keys"] = rows["hash_low"].fill_null(0).to_numpy()
        return columns, rows["id"].to_numpy()

    def _replace(self, header: dict[str, Any], columns: dict[str, Any], replacements: dict[int, Any]) -> None:
        """Put other arrays in the places of operands of the only operation in the chunk."""
        header["slots"] = {}
        for place, array in replacements.items():
            fresh = max(self._slots) + 1
            old = self._slots[int(columns["slots"][place])]
            fields = list(astuple(old))
            packed = np.ascontiguousarray(array).reshape(array.shape)
            fields[0], fields[5] = "array", None
            fields[6:9] = [
                np.lib.format.dtype_to_descr(array.dtype),
                list(packed.shape),
                list(packed.strides),
            ]
            if not isinstance(fields[6], str):
                fields[6] = repr(fields[6])
            fields[10] = False
            header["slots"][fresh] = fields
            self._slots[fresh] = slot_of(fields)
            columns["slots"] = columns["slots"].astype(np.int64)
            columns["slots"][place] = fresh
            # A page of its own, not to overlap any other.
            columns["addresses"] = columns["addresses"].copy()
            columns["addresses"][place] = (1 << 62) + (place << 44)
            columns["contents"] = columns["contents"].copy()
            columns["contents"][place] = len(columns["packs"])
            data = np.frombuffer(packed.tobytes(), np.uint8)
            for name, value in (
                *(
                    ("packs", INLINE),
                    ("offsets", len(columns["blob"])),
                    ("sizes", len(data)),
                    ("fortran", False),
                ),
            ):
                columns[name] = np.append(columns[name], np.array(value, columns[name].dtype))
            columns["blob"] = np.concatenate([columns["blob"], data])


def _renumbered(contents: Any, known: Any) -> Any:
    """The places of content ids among those `known`, -1 where there is none."""
    if not len(known):
        return np.full(len(contents), -1, np.int64)
    places = np.minimum(np.searchsorted(known, contents), len(known) - 1)
    return np.where(known[places] == contents, places, -1)
