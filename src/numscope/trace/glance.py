"""What a sealed trace shows at a glance: read from its tables in a few milliseconds, without a database."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from numscope.errors import TraceError
from numscope.format.files import Folder
from numscope.format.names import TABLES_FOLDER
from numscope.operations.traits import Trait
from numscope.trace import arrow_functions as af
from numscope.trace.floating_point import floating_point_names
from numscope.trace.manifest import open_folder

# Underflow to zero is what most programs mean it to be.
_UNDERFLOW = 4
# What these operations show may be uninitialised memory: a parameter before it is drawn, say.
_NO_USE = Trait.UNINITIALISED | Trait.VIEW | Trait.OVERWRITES | Trait.EXPORTS
MOST_OPERANDS = 2_000_000


@dataclass(frozen=True)
class Glance:
    """How many distinct values of the user's lines hold NaN and infinities, and the first that raised a flag.

    Values are not counted that only the import of modules made, that stayed inside an operation of a library (the
    buffers of a group-by), or that only operations met which compute nothing of them (a view of uninitialised memory),
    in traces of up to MOST_OPERANDS operands.
    flags: names of the flags, empty if none was raised. name, file, line: of the operation that raised them.
    ended: the exception that ended the program.
    """

    nans: int
    infinities: int
    flags: tuple[str, ...] = ()
    name: str = ""
    file: str = ""
    line: int = 0
    ended: Ended | None = None


@dataclass(frozen=True)
class Ended:
    """An exception that nobody caught: the name of its type, and the program's line."""

    kind: str
    file: str
    line: int


def glance(trace: Path) -> Glance:
    """Look at the sealed trace at `trace`. Raises TraceError if its tables can't be read."""
    folder = open_folder(trace).folder(TABLES_FOLDER)
    try:
        contents = _read(folder, "contents", "id", "nans", "positive_infinities", "negative_infinities")
        contents = _of_the_program(folder, af.keep(contents, _not_finite(contents)))
        ended = _ended(_read(folder, "processes", "environment")["environment"].to_pylist())
        calls = _read(folder, "calls", "floating_point", "name", "user_file", "user_line", "user_visible")
    except (OSError, pa.ArrowException) as error:
        raise TraceError(f"{folder.path} can't be read: {error}.") from None
    counts = af.total(_above_zero(contents["nans"])), af.total(_infinite(contents))
    return replace(Glance(*counts, *_first_flagged(calls)), ended=ended)


def _ended(environments: list[str | None]) -> Ended | None:
    """Return the first exception that ended a process."""
    for environment in environments:
        known = json.loads(environment or "{}").get("uncaught")
        if known and known.get("file"):
            return Ended(known["type"].rpartition(".")[2].lstrip("_"), known["file"], known["line"])
    return None


def module_calls(trace: Path) -> int:
    """Return how many records of the sealed trace at `trace` are calls of modules, which are no operations."""
    folder = open_folder(trace).folder(TABLES_FOLDER)
    try:
        calls = _read(folder, "calls", "id", "traits")
        modules = af.keep(calls["id"], _have(calls["traits"], Trait.MODULE))
        if not len(modules):
            return 0
        operations = _read(folder, "operations", "call")
    except (OSError, pa.ArrowException) as error:
        raise TraceError(f"{folder.path} can't be read: {error}.") from None
    return af.total(af.is_in(operations["call"], modules))


def _have(traits: pa.ChunkedArray, wanted: Trait) -> pa.ChunkedArray:
    """Return which traits have any of those that are wanted."""
    return af.not_equal(af.bit_wise_and(traits, pa.scalar(int(wanted), traits.type)), 0)


def _infinite(contents: pa.Table) -> pa.ChunkedArray:
    return af.or_(_above_zero(contents["positive_infinities"]), _above_zero(contents["negative_infinities"]))


def _not_finite(contents: pa.Table) -> pa.ChunkedArray:
    return af.or_(_above_zero(contents["nans"]), _infinite(contents))


def _of_the_program(folder: Folder, contents: pa.Table) -> pa.Table:
    """Leave out contents that no operation of the user's lines computed with."""
    if not contents.num_rows or _rows(folder, "operands") > MOST_OPERANDS:
        return contents
    calls = _read(folder, "calls", "id", "importing", "traits", "user_visible")
    foreign = af.or_(calls["importing"], af.invert(calls["user_visible"]))
    own_calls = af.keep(calls["id"], af.invert(af.or_(foreign, _have(calls["traits"], _NO_USE))))
    operands = _read(folder, "operands", "operation", "content")
    operands = af.keep(operands, af.is_in(operands["content"], contents["id"]))
    operations = _read(folder, "operations", "id", "call")
    own = af.keep(operations["id"], af.is_in(operations["call"], own_calls))
    used = af.keep(operands["content"], af.is_in(operands["operation"], own))
    return af.keep(contents, af.is_in(contents["id"], used))


def _rows(folder: Folder, table: str) -> int:
    with folder.file(f"{table}.parquet") as found, pq.ParquetFile(found.by_descriptor) as file:
        return int(file.metadata.num_rows)


def _read(folder: Folder, table: str, *columns: str) -> pa.Table:
    # `pq.read_table` loads Arrow's datasets first, which takes longer than reading.
    with folder.file(f"{table}.parquet") as found, pq.ParquetFile(found.by_descriptor) as file:
        return file.read(columns=list(columns))


def _above_zero(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Return which numbers of a column are there and not 0."""
    return af.fill_null(af.greater(column, pa.scalar(0, column.type)), False)


def _first_flagged(calls: pa.Table) -> tuple[tuple[str, ...], str, str, int] | tuple[()]:
    for number, flags in enumerate(calls["floating_point"].to_pylist()):
        if flags & ~_UNDERFLOW:
            row = calls.slice(number, 1).to_pylist()[0]
            if row["user_visible"] and row["user_file"]:
                return (
                    floating_point_names(flags & ~_UNDERFLOW),
                    row["name"],
                    row["user_file"],
                    row["user_line"],
                )
    return ()
