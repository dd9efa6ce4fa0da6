"""Sealing: a raw trace becomes Parquet tables, in one step that can be cut short and begun again."""

from __future__ import annotations

import errno
import fcntl
import functools
import json
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from numscope.errors import TraceError
from numscope.format.files import File, Folder
from numscope.format.names import PROCESSES, TABLES_FOLDER
from numscope.format.segments import place_of
from numscope.trace import arrow_functions as af
from numscope.trace import tables
from numscope.trace.definitions import Definitions
from numscope.trace.events import Events
from numscope.trace.manifest import noted_problems, open_folder, read_manifest, write_manifest
from numscope.trace.shards import Shard, open_shards, stop_reason
from numscope.trace.shipped_code import Texts, with_files
from numscope.trace.sources import keep_sources, own_texts

# Called with the log bytes done and the log bytes in all.
Progress = Callable[[int, int], None]

_PARTIAL = ".tables-"
_MOST_MODULES = 1000
# What a process's own file says of its place among others, each a column.
_PLACE_NUMBERS = ("rank", "world_size", "local_rank", "group")
_PLACE_TEXTS = ("host", "launcher", "job", "task", "worker")
_PLACE = (*_PLACE_NUMBERS, *_PLACE_TEXTS)


class StillWrittenError(TraceError):
    """A trace was to be sealed that its processes still write."""


class NoRoomError(TraceError):
    """The disk that a trace is on has no room for its tables."""


@dataclass(frozen=True)
class Sealing:
    """What sealing made: operation count, and sentences about what could not be read."""

    operations: int
    problems: tuple[str, ...]


def seal(trace: Path, progress: Progress | None = None) -> Sealing:
    """Seal the raw trace at `trace` for good: write its tables and remove the raw logs they replace.

    Whether this user recorded it on this host, the caller knows: no other trace may be changed.
    A trace that is sealed already stays as it is. Raises TraceError if it is no trace, if it is still being
    written, or if the tables can't be written; the raw logs are there until the tables are whole.
    """
    folder = open_folder(trace)
    with _locked(folder):
        manifest = read_manifest(folder)
        if manifest.get("state") == "sealed":
            return Sealing(manifest.get("operations") or 0, noted_problems(manifest))
        shards = open_shards_of(folder)
        try:
            for left_behind in folder.names():
                if left_behind.startswith(_PARTIAL):
                    folder.remove_folder(left_behind)
            sealing = _replace_logs_by_tables(folder, manifest, shards, progress)
        except OSError as error:
            kind = NoRoomError if error.errno == errno.ENOSPC else TraceError
            raise kind(f"{trace} can't be sealed: {error.strerror or error}.") from None
        for shard in shards:
            _remove_raw(shard)
        _remove_unused(folder, {shard.name for shard in shards})
    return sealing


def _replace_logs_by_tables(
    trace: Folder, manifest: dict[str, Any], shards: list[Shard], progress: Progress | None
) -> Sealing:
    """Write the tables, and only when all else is written the manifest that says they hold. Raises OSError."""
    partial = _PARTIAL + secrets.token_hex(4)
    try:
        sealing = write_tables(shards, trace.make(partial), progress, functools.partial(own_texts, manifest))
        if not all(shard.unchanged() for shard in shards):
            raise StillWrittenError(f"{trace.path} is still being written, and can't be sealed yet.")
        for shard in shards:
            _keep_pack_tail(shard)
        trace.remove_folder(TABLES_FOLDER)
        trace.rename(partial, TABLES_FOLDER)
        manifest = keep_sources(
            trace, manifest, called_from(trace.folder(TABLES_FOLDER)), loaded_modules(shards)
        )
    finally:
        trace.remove_folder(partial)
    try:
        write_manifest(
            trace,
            {
                **manifest,
                "state": "sealed",
                "operations": sealing.operations,
                "problems": list(sealing.problems),
            },
        )
    except OSError:
        # On a full disk they take the room that the raw logs' reader needs.
        trace.remove_folder(TABLES_FOLDER)
        raise
    return sealing


def loaded_modules(shards: Iterable[Shard]) -> list[str]:
    """Return the files of the modules that the processes had loaded as they ended; none if there are very many."""
    named = (shard.process.get("modules") for shard in shards)
    files = {file for found in named if isinstance(found, list) for file in found if isinstance(file, str)}
    return sorted(files) if len(files) <= _MOST_MODULES else []


def called_from(folder: Folder) -> list[str]:
    """Return the files outside of libraries from which operations were called."""
    # `pq.read_table` loads Arrow's datasets first, which takes longer than reading.
    with folder.file(f"{tables.SITES.name}.parquet") as found, pq.ParquetFile(found.by_descriptor) as file:
        sites = file.read(columns=["file", "in_library"])
    own = af.keep(sites["file"], af.invert(sites["in_library"]))
    files: list[str] = af.unique(af.drop_null(own)).to_pylist()
    return files


def may_be_sealed(trace: Path) -> bool:
    """Return whether no process is known to write the raw trace at `trace` any more, and we may write there."""
    return os.access(trace, os.W_OK) and not is_running(open_folder(trace))


def is_running(trace: Folder) -> bool:
    """Return whether a process may still write the raw trace. Raises TraceError."""
    return any(shard.running() for shard in open_shards_of(trace))


def write_tables(
    shards: list[Shard], folder: Folder, progress: Progress | None = None, texts: Texts | None = None
) -> Sealing:
    """Write the tables of `shards` into `folder`. Raises OSError.

    texts: reads the program's own files; None: those of this machine are not its own.
    """
    definitions = Definitions(shards)
    if texts is not None:
        definitions.sites = with_files(definitions.sites, texts)
    events = Events(definitions)
    total = sum(len(stream) for shard in shards for stream in shard.events)
    done = operations = 0
    processes = []
    marks = []
    known = {
        tables.SITES: definitions.sites,
        tables.DTYPES: definitions.dtypes,
        tables.LAYOUTS: definitions.layouts,
        tables.VALUES: definitions.values,
        tables.THREADS: definitions.threads,
    }
    with ThreadPoolExecutor(1) as beside, _Writers(folder) as writers:
        writing = beside.submit(_write, known, folder)
        for shard in shards:
            first = events.next_id
            recorded = 0
            for batch, size in events.decode(shard):
                writers.write(tables.OPERATIONS, batch.operations)
                writers.write(tables.OPERANDS, batch.operands)
                writers.write(tables.CONTENTS, batch.contents)
                recorded += batch.operations.num_rows
                done += size
                if progress is not None:
                    progress(done, total)
            processes.append(_process_row(shard, first, recorded))
            marks += _marks_of_trace(definitions.marks[shard.row], first, events.next_id)
            operations += recorded
        writing.result()
    derived = {
        tables.CALLS: events.calls(),
        tables.SLOTS: events.slots(),
        tables.MARKS: pa.Table.from_pylist(marks, schema=tables.MARKS.schema),
        tables.PROCESSES: pa.Table.from_pylist(
            sorted(processes, key=lambda row: row["id"]), schema=tables.PROCESSES.schema
        ),
    }
    _write(derived, folder)
    small = {table.name: data.num_rows for table, data in (known | derived).items()}
    _verify(folder, writers.rows | small)
    return Sealing(operations, tuple(problem for shard in shards for problem in shard.problems))


def _marks_of_trace(marks: list[dict[str, Any]], first: int, end: int) -> list[dict[str, Any]]:
    """Return the marks of a shard, whose operations have the ids from `first` up to `end`."""
    ids = (first + mark["operation"] for mark in marks)
    return [{**mark, "operation": own if own < end else None} for mark, own in zip(marks, ids, strict=True)]


def _write(small: dict[tables.Table, Any], folder: Folder) -> None:
    for table, data in small.items():
        with folder.create(f"{table.name}.parquet") as file:
            pq.write_table(data, file.by_descriptor, **table.write_options())


class _Writers:
    """The three large tables' files, each written by a thread of its own while the next piece is decoded."""

    _AHEAD = 2

    def __init__(self, folder: Folder) -> None:
        self.rows: dict[str, int] = {}
        self._writers: dict[str, Any] = {}
        self._files: dict[str, File] = {}
        self._threads: dict[str, ThreadPoolExecutor] = {}
        self._pending: dict[str, list[Future[None]]] = {}
        for table in (tables.OPERATIONS, tables.OPERANDS, tables.CONTENTS):
            file = self._files[table.name] = folder.create(f"{table.name}.parquet")
            self._writers[table.name] = pq.ParquetWriter(
                file.by_descriptor, table.schema, **table.write_options()
            )
            self._threads[table.name] = ThreadPoolExecutor(1)
            self._pending[table.name] = []
            self.rows[table.name] = 0

    def write(self, table: tables.Table, batch: Any) -> None:
        """Write `batch` behind what was written before; waits when too much is pending."""
        if batch.num_rows == 0:
            return
        pending = self._pending[table.name]
        while len(pending) >= self._AHEAD:
            pending.pop(0).result()
        write = self._writers[table.name].write_batch
        pending.append(self._threads[table.name].submit(write, batch, max(1, batch.num_rows)))
        self.rows[table.name] += batch.num_rows

    def __enter__(self) -> _Writers:
        return self

    def __exit__(self, *failure: object) -> None:
        try:
            for pending in self._pending.values():
                for future in pending:
                    future.result()
        finally:
            for thread in self._threads.values():
                thread.shutdown()
            for writer in self._writers.values():
                writer.close()


def _verify(folder: Folder, rows: dict[str, int]) -> None:
    """Raises OSError unless every table can be opened and holds the rows that were given to it."""
    for name, expected in rows.items():
        with folder.file(f"{name}.parquet") as file:
            found = pq.ParquetFile(file.by_descriptor).metadata.num_rows
        if found != expected:
            raise OSError(f"{name}.parquet holds {found} of {expected} rows")


def _process_row(shard: Shard, first: int, operations: int) -> dict[str, Any]:
    facts = shard.process
    known = {*("pid", "parent_pid", "argv", "arguments", "executable", "started_ns", "ended_ns"), *_PLACE}
    versions = facts.get("versions")
    versions = versions if isinstance(versions, dict) else {}
    argv = facts.get("argv", facts.get("arguments"))
    return {
        "id": shard.row,
        "directory": shard.name,
        **{name: _number(facts.get(name)) for name in ("pid", "parent_pid")},
        **{name: _number(time) for name, time in zip(("started_ns", "ended_ns"), shard.times(), strict=True)},
        "argv": [_text(str(word)) for word in argv] if isinstance(argv, list) else None,
        "executable": _text(facts.get("executable")),
        "python": _text(facts.get("python", versions.get("python"))),
        "numpy": _text(facts.get("numpy", versions.get("numpy"))),
        "first_operation": first,
        "operations": operations,
        "left_out": min(shard.end.left_out, 2**62),
        "stop_reason": stop_reason(shard.end.stop_reason),
        "missing": min(shard.end.missing, 2**62),
        "stopped_ns": min(shard.end.stopped_ns, 2**62) or None,
        "environment": json.dumps({name: value for name, value in facts.items() if name not in known}),
        "first_segment": shard.number,
        "segment": shard.segment.number,
        "begun_before": min(shard.segment.begun, 2**62),
        **{name: _number(facts.get(name)) for name in _PLACE_NUMBERS},
        **{name: _text(facts.get(name)) for name in _PLACE_TEXTS},
    }


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and abs(value) < 2**62 else None


def _text(value: object) -> str | None:
    """Return a text as UTF-8 can hold it: a path that is none has lone surrogates."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else None


def open_shards_of(trace: Folder) -> list[Shard]:
    """Return the shards of `trace`. Raises TraceError if they can't be read."""
    try:
        return open_shards(trace)
    except OSError as error:
        raise TraceError(
            f"{error.filename or trace.path} can't be read: {error.strerror or error}."
        ) from None


def _keep_pack_tail(shard: Shard) -> None:
    """Put the bytes of values that are only in the tail where they belong in the pack."""
    stream = shard.values
    if stream.tail:
        with shard.directory.extend(stream.log) as pack:
            pack.write(stream.tail, stream.log_bytes)


def _remove_raw(shard: Shard) -> None:
    events = {stream.log for stream in shard.events}
    for log in (*events, shard.definitions.log):
        shard.directory.remove(log)
        shard.directory.remove(log.removesuffix(".log") + ".tail")
    shard.directory.remove("values.tail")


def _remove_unused(trace: Folder, used: set[str]) -> None:
    """Remove the folders of segments that were being opened, or dropped, when their process died."""
    processes = trace.folder(PROCESSES)
    for name in processes.folders():
        if name not in used and place_of(name)[1]:
            processes.remove_folder(name)


@contextmanager
def _locked(trace: Folder) -> Iterator[None]:
    """One sealer at a time: the trace directory itself is the lock."""
    fcntl.flock(trace.descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(trace.descriptor, fcntl.LOCK_UN)
