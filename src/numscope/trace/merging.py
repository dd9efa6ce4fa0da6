"""One trace out of several that parts of one job wrote, such as one on each host: ids are made distinct."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from numscope.errors import UsageError
from numscope.format.files import Folder
from numscope.format.names import PACK, PROCESSES, SOURCES, TABLES_FOLDER
from numscope.trace.manifest import write_manifest
from numscope.trace.reader import Trace
from numscope.trace.tables import TABLES, Table

# Column -> the table whose ids it holds. 0 names none, but in the columns of ids themselves and of processes.
_REFERENCES: Mapping[str, Mapping[str, str]] = {
    "operations": {"id": "operations", "call": "calls", "parent": "operations"},
    "operands": {"operation": "operations", "slot": "slots", "content": "contents"},
    "slots": {"id": "slots", "layout": "layouts"},
    "contents": {"id": "contents"},
    "layouts": {"id": "layouts", "dtype": "dtypes"},
    "dtypes": {"id": "dtypes"},
    "calls": {"id": "calls", "process": "processes", "site": "sites", "user_site": "sites"},
    "sites": {"id": "sites", "process": "processes"},
    "values": {"process": "processes", "layout": "layouts"},
    "processes": {"id": "processes", "first_segment": "processes", "first_operation": "operations"},
    "threads": {"process": "processes"},
    "marks": {"process": "processes", "operation": "operations"},
}
_ZERO_IS_NONE = {"layout", "dtype", "site", "user_site"}
# Too large to be held whole; their columns have always been the same.
_LARGE = ("operations", "operands", "contents")
_PIECE = 8 << 20
_KEPT_OF_FIRST = ("format", "version", "creator", "created_ns", "folder", "versions", "policy")


@dataclass(frozen=True)
class Merged:
    """What was written: how many traces, processes and operations, and the ranks that are there."""

    path: Path
    traces: int
    processes: int
    operations: int
    ranks: tuple[int, ...]


def merge(traces: Sequence[Trace], to: Path) -> Merged:
    """Write `traces` to `to` as one trace, their processes one after the other.

    Raises UsageError if there is something at `to` already, or if a rank is in two of them; OSError if it can't be
    written.
    """
    ranks = _ranks(traces)
    home = _made(to)
    tables = home.make(TABLES_FOLDER)
    offsets = _offsets(traces)
    names = _directories(traces)
    for table in TABLES.values():
        _write(table, tables, list(zip(traces, offsets, names, strict=True)))
    processes = home.make(PROCESSES)
    for trace, directories in zip(traces, names, strict=True):
        _copy_packs(trace, processes, directories)
    _copy_sources(traces, home)
    operations = sum(len(trace) for trace in traces)
    write_manifest(home, _manifest(traces, operations))
    return Merged(to, len(traces), sum(map(len, names)), operations, ranks)


_Part = tuple[Trace, dict[str, int], dict[str, str]]


def _write(table: Table, to: Folder, parts: Sequence[_Part]) -> None:
    """Write one table of all traces, each with what to add to its ids and the new names of its folders."""
    with (
        to.create(f"{table.name}.parquet") as file,
        pq.ParquetWriter(file.by_descriptor, table.schema, **table.write_options()) as writer,
    ):
        for trace, offset, directories in parts:
            for batch in _batches(trace, table):
                writer.write_batch(_shifted(batch, table, offset, directories))


def _ranks(traces: Sequence[Trace]) -> tuple[int, ...]:
    """Return all ranks. Raises UsageError if a rank is in two traces: these are two runs, or one trace twice."""
    found: dict[int, Trace] = {}
    for trace in traces:
        rows = trace.ask("select distinct rank from processes where rank is not null and operations > 0")
        for rank in rows["rank"].to_pylist():
            if rank in found:
                raise UsageError(
                    f"rank {rank} is in {found[rank].path} and in {trace.path}: these are not parts of one job."
                )
            found[rank] = trace
    return tuple(sorted(found))


def _made(path: Path) -> Folder:
    try:
        path.mkdir(mode=0o700, parents=True)
    except FileExistsError:
        raise UsageError(f"{path} exists: give another name.") from None
    return Folder.at(path)


def _offsets(traces: Sequence[Trace]) -> list[dict[str, int]]:
    """Return what to add to the ids of each table, for each trace."""
    known = dict.fromkeys(_REFERENCES, 0)
    found = []
    for trace in traces:
        found.append(dict(known))
        for table, columns in _REFERENCES.items():
            if columns.get("id") == table:
                last = trace.ask(f"select max(id) n from {_relation(table)}")["n"][0].as_py()
                known[table] += 0 if last is None else last + 1
    return found


def _relation(table: str) -> str:
    return f"recorded_{table}" if table in ("operations", "operands") else table


def _directories(traces: Sequence[Trace]) -> list[dict[str, str]]:
    """Return the new names of the folders of processes, for each trace. They begin with distinct ordinals."""
    found, first = [], 0
    for trace in traces:
        names = trace.ask("select directory from processes order by id")["directory"].to_pylist()
        new = {}
        for name in names:
            ordinal, _, rest = name.partition("-")
            shifted = first + int(ordinal) if ordinal.isdecimal() else first
            new[name] = f"{shifted}-{rest or ordinal}"
        found.append(new)
        first += 1 + max(
            (int(n.partition("-")[0]) for n in names if n.partition("-")[0].isdecimal()), default=0
        )
    return found


def _batches(trace: Trace, table: Table) -> Iterator[Any]:
    """Yield the rows of a stored table in their order, with all columns that the format has now."""
    if table.name in _LARGE:
        with trace.tables_folder.file(f"{table.name}.parquet") as file:
            yield from pq.ParquetFile(file.by_descriptor).iter_batches()
        return
    yield from trace.stored(table.name).cast(table.schema).to_batches()


def _shifted(batch: Any, table: Table, offset: Mapping[str, int], directories: Mapping[str, str]) -> Any:
    columns = []
    for field in table.schema:
        column = batch[field.name]
        target = _REFERENCES[table.name].get(field.name)
        if target is not None and offset[target]:
            moved = pc.add(column.cast(pa.int64()), offset[target]).cast(field.type)
            column = pc.if_else(pc.equal(column, 0), column, moved) if field.name in _ZERO_IS_NONE else moved
        elif table.name == "processes" and field.name == "directory":
            column = pa.array([directories[name] for name in column.to_pylist()], field.type)
        columns.append(column)
    return pa.record_batch(columns, schema=table.schema)


def _copy_packs(trace: Trace, to: Folder, directories: Mapping[str, str]) -> None:
    for old, new in directories.items():
        source = trace.folder.folder(PROCESSES).folder(old)
        made = to.make(new)
        try:
            size = source.size(PACK)
        except FileNotFoundError:
            continue  # a copy without values, or a process that kept none
        with source.file(PACK) as pack, made.create(PACK) as copy:
            for begin in range(0, size, _PIECE):
                copy.write(pack.read(begin, min(_PIECE, size - begin)), begin)


def _copy_sources(traces: Sequence[Trace], home: Folder) -> None:
    """Keep the sources of all; of a file that is not the same everywhere, that of the first trace."""
    folder, index = home.make(SOURCES), dict[str, str]()
    for trace in traces:
        for file, (name, data) in trace.sources.kept().items():
            if file in index:
                continue
            if name not in index.values():
                with folder.create(name) as copy:
                    copy.write(data, 0)
            index[file] = name
    folder.replace("index.json", json.dumps(index).encode())


def _manifest(traces: Sequence[Trace], operations: int) -> dict[str, Any]:
    """Return the first one's, without what says who recorded it: a merged trace belongs to no user."""
    first = traces[0].manifest
    hosts = {str(trace.manifest.get("host", "")) for trace in traces}
    problems = [problem for trace in traces for problem in trace.problems]
    return {
        **{name: first[name] for name in _KEPT_OF_FIRST if name in first},
        "command": first.get("command"),
        "host": ", ".join(sorted(hosts)),
        "state": "sealed",
        "operations": operations,
        "problems": problems,
        "merged": {"ns": time.time_ns(), "traces": [str(trace.path) for trace in traces]},
    }
