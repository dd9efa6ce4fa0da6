"""A copy of a trace without what should not leave a machine: values, texts, command line, host, paths, source."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from numscope.errors import UsageError
from numscope.format.files import Folder
from numscope.format.names import TABLES_FOLDER
from numscope.trace.manifest import write_manifest
from numscope.trace.tables import TABLES

# What is taken out, and in words what that is.
PARTS: Mapping[str, str] = {
    "values": "the bytes of arrays and NumPy scalars",
    "literals": "strings, tuples, slices and other texts of arguments; messages of exceptions; what was printed",
    "argv": "the command line, but for the program's name",
    "host": "the machine's name and system, settings of the environment",
    "paths": "folders: files are called from the project or the package on",
    "source": "lines of source code",
}
REMAINS = (
    "names of operations, functions and files, line numbers",
    "dtypes, shapes, strides, addresses",
    "statistics and hashes of arrays (who has the same array can tell by its hash)",
    "ints, floats and bools given as arguments",
    "times, threads, process ids, types of exceptions, versions of Python and libraries",
)
_MANIFEST = ("format", "version", "creator", "created_ns", "state", "operations", "problems")
# A shared trace is for others to read.
_READABLE, _READABLE_FOLDER = 0o644, 0o755
_INSTALLED = re.compile(r".*/(?=(?:site|dist)-packages/)|.*/lib/(?=python\d)")

Change = Callable[[Any], Any]


@dataclass(frozen=True)
class Shared:
    """What was written: how many bytes, and the parts that were taken out."""

    path: Path
    size: int
    removed: tuple[str, ...]


def write_shared(tables: Folder, manifest: Mapping[str, Any], to: Path, keep: Collection[str] = ()) -> Shared:
    """Write a sealed trace to `to` from the tables in `tables`, without the PARTS that are not in `keep`.

    Raises UsageError if there is something at `to`, OSError if it can't be written.
    """
    removed = tuple(part for part in PARTS if part not in keep)
    home = _made(to)
    home.make("processes", _READABLE_FOLDER)
    shared = home.make(TABLES_FOLDER, _READABLE_FOLDER)
    shorten = _shortener(str(manifest.get("folder", "")))
    for name in TABLES:
        _copy(tables, shared, name, _changes(name, removed, shorten))
    write_manifest(home, _shared_manifest(manifest, removed), _READABLE)
    sizes = (folder.state_of(name).st_size for folder in (home, shared) for name in folder.names())
    return Shared(to, sum(sizes), removed)


def _made(path: Path) -> Folder:
    try:
        path.mkdir(parents=True)
    except FileExistsError:
        raise UsageError(f"{path} exists: give another name.") from None
    return Folder.at(path)


def _copy(tables: Folder, to: Folder, name: str, changes: Mapping[str, Change]) -> None:
    if TABLES[name].later and not tables.has(f"{name}.parquet"):
        return  # of an older trace
    file = tables.file(f"{name}.parquet")
    source = pq.ParquetFile(file.by_descriptor)
    schema = source.schema_arrow
    # An older trace lacks columns.
    options = TABLES[name].write_options()
    options["column_encoding"] = {c: e for c, e in options["column_encoding"].items() if c in schema.names}
    for part in ("use_dictionary", "write_statistics"):
        options[part] = [column for column in options[part] if column in schema.names]
    if isinstance(options["compression"], dict):
        options["compression"] = {c: how for c, how in options["compression"].items() if c in schema.names}
    written = to.create(f"{name}.parquet", _READABLE)
    with pq.ParquetWriter(written.by_descriptor, schema, **options) as writer:
        for batch in source.iter_batches():
            if "" in changes:
                continue  # no row is left
            columns = [
                changes[column](batch[column]) if column in changes else batch[column]
                for column in schema.names
            ]
            writer.write_batch(pa.record_batch(columns, schema=schema))


def _changes(table: str, removed: Collection[str], shorten: Callable[[str], str]) -> dict[str, Change]:
    """Return what becomes of the columns of `table`; the name "" stands for all its rows."""
    paths: Change = lambda column: _each(column, shorten)  # noqa: E731
    by_part: dict[str, dict[str, dict[str, Change]]] = {
        "values": {"contents": {"inline": _nulls}, "values": {"": _nulls}, "slots": {"kept": _none}},
        "literals": {
            "operands": {"text": _lengths},
            "operations": {"exception": _types},
            "marks": {"text": _lengths},
            "processes": {"environment": _without_printed},
        },
        "argv": {"processes": {"argv": _programs}},
        "host": {
            "processes": {
                "environment": _versions_only,
                **dict.fromkeys(("host", "job", "task", "worker"), _nulls),
            }
        },
        "paths": {
            "sites": {"file": paths},
            "calls": {"file": paths, "user_file": paths},
            "slots": {"type": paths},
            "processes": {"executable": lambda column: _each(column, os.path.basename)},
        },
        "source": {},
    }
    found: dict[str, Change] = {}
    for part in removed:
        for column, change in by_part[part].get(table, {}).items():
            found[column] = _both(found[column], change) if column in found else change
    return found


def _both(first: Change, second: Change) -> Change:
    return lambda column: second(first(column))


def _each(column: Any, change: Callable[[str], str]) -> Any:
    """Change each different text once."""
    encoded = pc.dictionary_encode(column)
    words = pa.array(
        [None if text is None else change(text) for text in encoded.dictionary.to_pylist()], pa.string()
    )
    return words.take(encoded.indices)


def _nulls(column: Any) -> Any:
    return pa.nulls(len(column), column.type)


def _none(column: Any) -> Any:
    return pa.array([False] * len(column), column.type)


def _lengths(column: Any) -> Any:
    return _each(column, lambda text: f"<text of {len(text)} characters>")


def _types(column: Any) -> Any:
    return _each(column, lambda text: text.partition(":")[0])


def _programs(column: Any) -> Any:
    lists = [words and [os.path.basename(words[0])] for words in column.to_pylist()]
    return pa.array(lists, column.type)


def _versions_only(column: Any) -> Any:
    return _each(column, _harmless)


def _without_printed(column: Any) -> Any:
    return _each(column, _not_printed)


def _not_printed(text: str) -> str:
    try:
        facts = json.loads(text)
    except ValueError:
        return "{}"
    return json.dumps({name: fact for name, fact in facts.items() if name != "printed"})


def _harmless(text: str) -> str:
    try:
        facts = json.loads(text)
    except ValueError:
        return "{}"
    kept = ("ordinal", "start", "rank", "versions", "libraries", "counters")
    return json.dumps({name: facts[name] for name in kept if isinstance(facts, dict) and name in facts})


def _shortener(folder: str) -> Callable[[str], str]:
    """Return what gives a file's path from the folder of the run, or from the package on; of others, the name."""

    def shorten(path: str) -> str:
        if not path.startswith("/"):
            return path
        if folder and path.startswith(folder.rstrip("/") + "/"):
            return path[len(folder.rstrip("/")) + 1 :]
        shorter = _INSTALLED.sub("", path, count=1)
        return shorter if shorter != path else os.path.basename(path)

    return shorten


def _shared_manifest(manifest: Mapping[str, Any], removed: Collection[str]) -> dict[str, Any]:
    shared = {name: manifest[name] for name in _MANIFEST if name in manifest}
    versions = manifest.get("versions")
    versions = dict(versions) if isinstance(versions, dict) else {}
    policy = manifest.get("policy")
    policy = dict(policy) if isinstance(policy, dict) else {}
    for name in ("output", "npy", "npy_prefix", "redact", "rule", "allow", "stop_on"):
        policy.pop(name, None)
    command = manifest.get("command")
    if "argv" in removed:
        command = ["python"]
    if "host" in removed:
        versions.pop("system", None)
    return {
        **shared,
        "state": "sealed",
        "command": command,
        "folder": "" if "paths" in removed else manifest.get("folder", ""),
        "host": "" if "host" in removed else manifest.get("host", ""),
        "versions": versions,
        "policy": policy,
        "shared": {"removed": list(removed)},
    }
