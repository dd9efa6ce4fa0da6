"""A trace's operations in chunks of columns, ready to be sent to a worker."""

from __future__ import annotations

import threading
from dataclasses import astuple
from typing import Any

import numpy as np

from numscope.analysis.concepts.spelling import all_for_worker
from numscope.analysis.replay.recorded_settings import State
from numscope.analysis.replay.replay_worker.chunk import INLINE, Chunk, Packs
from numscope.analysis.replay.replay_worker.execution import slot_of
from numscope.analysis.replay.replay_worker.wire import Message
from numscope.analysis.replay.selection import Chosen
from numscope.analysis.replay.value_sources import Kept
from numscope.probes.registry import GROUND, known, thread_functions
from numscope.probes.registry import library_settings as probes_settings
from numscope.recording import library_settings, thread_counts
from numscope.trace import Trace, elision
from numscope.trace.arrow_columns import numbers

_MOST_OPERATIONS = 20_000
_MOST_BYTES = 64 << 20
# A call may take so many seconds, and so many times what the longest one near it took when it was recorded.
_LEAST_LIMIT, _TIMES = 10.0, 50

_SLOTS = """
    select id, kind, role, position, name, item, type, description, shape, strides, read_only, fortran, place
    from slots order by id
"""
_OPERANDS = """
    select operation, slot, address, content, integer, real, text from recorded_operands where operation between ? and ?
"""
_EXCEPTIONS = (
    "select id, exception from recorded_operations where id between ? and ? and exception is not null"
)


class Tasks:
    """The operations of a trace that are to be replayed: outermost ones, or those of the view that is named."""

    def __init__(self, trace: Trace, view: str | None = None) -> None:
        self._trace = trace
        self._lock = threading.Lock()  # DuckDB's connection is not for several threads at a time
        rows = trace.ask(_SLOTS).to_pylist()
        # By number of the slot; of those of modules' calls there are none.
        self._places = np.zeros(rows[-1]["id"] + 1 if rows else 0, np.int64)
        for row in rows:
            self._places[row["id"]] = row.pop("place") or 0
        self._fields = {row.pop("id"): list(row.values()) for row in rows}
        calls = trace.ask("select id, name, traits, unfinished or truncated as cut from calls").to_pylist()
        self.names = {row["id"]: row["name"] for row in calls}
        self.traits = {row["id"]: row["traits"] for row in calls}
        self._usable = {row["id"]: row["name"] for row in calls if not row["cut"]}
        self._chosen = Chosen(trace, list(self.traits.values()), view)
        self._kept = Kept(trace)
        self._slots = {number: slot_of(fields) for number, fields in self._fields.items()}
        self._reader = Packs(trace.folder, self._kept.directories, elision.__file__)

    def setup(
        self,
        dtype: str | None,
        backend: str | None,
        programs: tuple[str, ...] = (),
        threads: list[dict[str, int]] | None = None,
        settings: list[State] | None = None,
    ) -> dict[str, Any]:
        """What a worker has to know before its first chunk.

        threads, settings: recorded numbers and switches, None where they don't matter.
        """
        return {
            "slots": self._fields,
            "names": self._usable,
            "traits": self.traits,
            "trace": self._trace.folder.descriptor,
            "directories": self._kept.directories,
            "elision": elision.__file__,
            "threads_module": thread_counts.__file__,
            "threads": threads,
            "thread_functions": thread_functions({one.library for one in known()}),
            "settings_module": library_settings.__file__,
            "settings": settings,
            "known_settings": probes_settings({one.library for one in known()}),
            "dtype": dtype,
            "backend": [backend, GROUND.load().backends] if backend else None,
            "programs": list(programs),
            "spelled": all_for_worker(self._usable.values()),
        }

    def ranges(self, ids: tuple[int, ...] | None = None) -> list[tuple[int, int, int]]:
        """(first id, last id, operations) of each chunk; of each operation, if it is said which."""
        return self._chosen.pieces() if ids is None else [(number, number, 1) for number in ids]

    def message(self, first: int, last: int, replacements: dict[int, Any] | None = None) -> Message:
        """The chunk of the operations from `first` to `last`. replacements: other arrays, by the operand's place."""
        with self._lock:
            some = self._chosen.between(first, last)
            rows = self._trace.ask(_OPERANDS, [first, last])
            contents = rows["content"].combine_chunks().dictionary_encode()
            places = self._kept.columns(numbers(contents.dictionary))
            raised = self._trace.ask(_EXCEPTIONS, [first, last]).to_pylist() if some.raised.any() else []
        texts = rows["text"].combine_chunks().dictionary_encode()
        exceptions = {row["id"]: row["exception"] for row in raised}
        header: dict[str, Any] = {
            "call_limit": _LEAST_LIMIT + _TIMES * some.longest,
            "texts": texts.dictionary.to_pylist(),
            "exceptions": {
                str(place): exceptions[int(some.ids[place])] for place in np.flatnonzero(some.raised).tolist()
            },
        }
        operations = numbers(rows["operation"])
        order = self._order(operations, numbers(rows["slot"]), some.ids)
        columns = {
            "ids": some.ids,
            "calls": some.calls,
            "starts": np.searchsorted(operations[order], np.append(some.ids, last + 1)),
            "slots": numbers(rows["slot"])[order],
            "addresses": numbers(rows["address"])[order],
            "contents": numbers(contents.indices, -1)[order],
            "integers": numbers(rows["integer"])[order],
            "reals": numbers(rows["real"])[order],
            "texts": numbers(texts.indices, -1)[order],
            **places,
        }
        if replacements:
            self._replace(header, columns, replacements)
        return header, columns

    def _order(self, operations: Any, slots: Any, ids: Any) -> Any:
        """The rows of operands of the operations `ids`, in their order; inner ones, which end earlier, are between."""
        # Rows of modules' calls, and what an allocator gave, are between as well: their slots have no place.
        asked = np.flatnonzero(np.isin(operations, ids) & np.isin(slots, list(self._slots)))
        # No operation has as many operands as a shift by 16 has room for.
        return asked[np.argsort((operations[asked] << 16) + self._places[slots[asked]], kind="stable")]

    def patience(self, first: int, last: int) -> float:
        """How many seconds the operations from `first` to `last` may take before something must be wrong."""
        with self._lock:
            return 60.0 + 50 * self._chosen.between(first, last).seconds

    def chunk(self, message: Message) -> Chunk:
        """The chunk as a worker sees it."""
        for number, fields in message[0].get("slots", {}).items():
            self._slots[int(number)] = slot_of(fields)
        return Chunk(*message, self._slots, self._reader)

    def slot(self, number: int) -> Any:
        """The slot of this number."""
        return self._slots[number]

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
                    ("stored", len(data)),
                    ("words", 0),
                    ("fortran", False),
                ),
            ):
                columns[name] = np.append(columns[name], np.array(value, columns[name].dtype))
            columns["blob"] = np.concatenate([columns["blob"], data])
