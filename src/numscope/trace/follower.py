"""Reading a trace while it is being written: what has been added since the last look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from numscope.errors import TraceError
from numscope.trace import tables
from numscope.trace.definitions import Definitions
from numscope.trace.events import Batch, Events
from numscope.trace.manifest import open_folder, read_manifest
from numscope.trace.shards import Shard, open_shards

_OF_OPERATION = ("time_ns", "duration_ns", "self_ns", "bytes_in", "bytes_out", "exception")
_OF_CALL = ("process", "name", "traits", "depth", "user_visible", "user_file", "user_line", "user_function")


@dataclass(frozen=True)
class News:
    """What was added to a trace between two looks at it.

    operations: None, or an Arrow table of those that have ended: sequence (their number within their process), time_ns,
    duration_ns, self_ns, bytes_in, bytes_out, exception, made_nonfinite, and of their call process, name, traits,
    depth, user_visible, user_file, user_line, user_function. left_out: operations not recorded, in all. processes:
    pids of those still running. ended: the trace is sealed, nothing more will come.
    """

    operations: Any
    left_out: int
    processes: tuple[int, ...]
    ended: bool


class Follower:
    """Follows the trace at `path`; each `news()` returns what the program has added since. Raises TraceError."""

    def __init__(self, path: Path) -> None:
        if read_manifest(open_folder(path)).get("state") == "sealed":
            raise TraceError(f"{path} is sealed: its program has ended; numscope ls, top and report show it.")
        self.path = path
        self._read: dict[tuple[str, str], int] = {}

    def news(self) -> News:
        """Read what is new. Raises TraceError if the trace is gone, or its files can't be read."""
        # Opened by its name again: a trace may be gone, or another one in its place.
        folder = open_folder(self.path)
        if read_manifest(folder).get("state") == "sealed":
            return News(None, 0, (), True)
        try:
            shards = open_shards(folder)
        except OSError as error:
            raise TraceError(
                f"{error.filename or self.path} can't be read: {error.strerror or error}."
            ) from None
        # Definitions are read whole each time: what is new refers to old ones, and they are few.
        definitions = Definitions(shards)
        parts = [part for shard in shards for part in self._new_of(shard, definitions)]
        left_out = sum(shard.end.left_out for shard in shards)
        running = tuple(shard.process["pid"] for shard in shards if shard.running())
        return News(pa.concat_tables(parts) if parts else None, left_out, running, False)

    def _new_of(self, shard: Shard, definitions: Definitions) -> Iterator[Any]:
        for stream in shard.events:
            place = (shard.name, stream.log)
            read = min(self._read.get(place, 0), len(stream))
            shard.events = [replace(stream, start=read)]
            events = Events(definitions)
            decoded = list(events.decode(shard))
            self._read[place] = read + sum(size for _, size in decoded)
            yield _joined([batch for batch, _ in decoded], events, shard.segment.begun)


def _joined(batches: list[Batch], events: Events, begun: int) -> Any:
    operations = pa.Table.from_batches([batch.operations for batch in batches], tables.OPERATIONS.schema)
    calls = events.calls().take(operations["call"])
    columns = {
        "sequence": pc.add(operations["id"], begun),
        **{name: operations[name] for name in _OF_OPERATION},
        "made_nonfinite": _made_nonfinite(batches, operations["id"], events.slots()),
        **{name: calls[name] for name in _OF_CALL},
    }
    # Leave out operations that have not ended: every look finds them again.
    return pa.table(columns).filter(pc.is_valid(operations["duration_ns"]))


def _made_nonfinite(batches: list[Batch], ids: Any, slots: Any) -> Any:
    """Which operations left NaN or infinities and were given none."""
    operands = pa.Table.from_batches([batch.operands for batch in batches], tables.OPERANDS.schema)
    contents = pa.Table.from_batches([batch.contents for batch in batches], tables.CONTENTS.schema)
    bad = pc.or_(*(pc.greater(contents[name], 0) for name in ("nans", "positive_infinities")))
    bad = pc.or_(bad, pc.greater(contents["negative_infinities"], 0))
    operands = operands.filter(
        pc.is_in(operands["content"], value_set=contents["id"].filter(bad).combine_chunks())
    )
    came_out = pc.is_in(slots["role"].take(operands["slot"]), value_set=pa.array(["output", "mutated"]))

    def have(which: Any) -> Any:
        return pc.is_in(ids, value_set=operands["operation"].filter(which).combine_chunks())

    return pc.and_(have(came_out), pc.invert(have(pc.invert(came_out))))
