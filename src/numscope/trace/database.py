"""A sealed trace's tables as a read-only database: DuckDB over the Parquet files, shut off from everything else."""

from __future__ import annotations

import os
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from numscope.errors import TraceError, UsageError
from numscope.trace.damage import told
from numscope.trace.tables import STATISTICS, TABLES

MEMORY_LIMIT = "2GB"

_HASH = "format('{:016x}{:016x}', hash_high, hash_low)"


def operands_query(contents: str = "stored.contents") -> str:
    """Operands with their ids looked up. contents: where to look contents up, when all are too many to go through."""
    return f"""
        select operation, place, kind, role, position, slots.name, item, type, dtype, description, shape, strides,
            data_bytes, fortran, address, owner,
            case when hash_low is not null then {_HASH} end as hash,
            kept and hash_low is not null as kept, read_only, converted,
            {", ".join(STATISTICS)}, integer, real, text, inline
        from stored.operands join stored.slots on slot = slots.id
            left join {contents} contents on content = contents.id
        """


# What `numscope sql` and `Trace.sql` see: the stored tables with their ids looked up.
VIEWS: dict[str, tuple[str, str]] = {
    "operations": (
        "One row an operation, with what is known of its call.",
        """
        select operation.id, name, process, thread, depth, parent, time_ns, duration_ns, self_ns,
            bytes_in, bytes_out, how,
            file, line, function, in_library, user_file, user_line, user_function, user_visible,
            exception, floating_point, truncated, unfinished, inputs, outputs, site, user_site
        from stored.operations operation join stored.calls on call = calls.id
        """,
    ),
    "operands": (
        "One row an operand, with its layout, hash and statistics.",
        operands_query(),
    ),
    "attributes": (
        "What libraries tell of operations (place null) or of their operands besides.",
        """
        select operation, case when item > 0 then item - 1 end as place, slots.name,
            case when kind = 'shared text' then type else text end as text, integer, real
        from stored.operands join stored.slots on slot = slots.id where role = 'attribute'
        """,
    ),
    "modules": (
        "Where in a model an operation of torch ran: layer, phase (forward, backward, optimizer), training step.",
        """
        with recursive told as (
            select operation, slots.name, case when kind = 'shared text' then type else text end as text, integer
            from stored.operands join stored.slots on slot = slots.id
            where role = 'attribute' and item = 0 and slots.name in ('module', 'model', 'phase', 'step', 'forward')
        ), own as (
            select operation, any_value(text) filter (name = 'module') as module,
                any_value(text) filter (name = 'model') as model, any_value(text) filter (name = 'phase') as phase,
                any_value(integer) filter (name = 'step') as step,
                any_value(integer) filter (name = 'forward') as forward
            from told group by operation
        ), inside(operation, forward, optimizer) as (
            -- What runs inside a node of the backward graph belongs to that node's forward operation.
            select o.id, own.forward, starts_with(calls.name, 'optim::')
            from stored.operations o join stored.calls on o.call = calls.id left join own on own.operation = o.id
            where own.forward is not null or starts_with(calls.name, 'optim::')
            union all
            select o.id, coalesce(own.forward, inside.forward), optimizer
            from stored.operations o join inside on o.parent = inside.operation
                left join own on own.operation = o.id
            where own.forward is null
        )
        select o.id as operation, coalesce(own.module, made.module) as module,
            coalesce(own.model, made.model) as model,
            case when optimizer then 'optimizer' when own.phase is not null then own.phase
                when own.module is not null then 'forward' end as phase,
            coalesce(own.step, 0) as step, inside.forward as forward
        from stored.operations o join stored.calls on o.call = calls.id
            left join own on own.operation = o.id left join inside on inside.operation = o.id
            left join own made on made.operation = inside.forward
        where name like '%::%' or own.module is not null
        """,
    ),
    "values": (
        "Kept arrays.",
        f"""
        select {_HASH} as hash, process, "offset", bytes, stored, dtypes.name as dtype, shape, fortran
        from stored.values value left join stored.layouts on layout = layouts.id
            left join stored.dtypes on dtype = dtypes.id
        """,
    ),
}
_AS_STORED = ("sites", "processes", "threads", "dtypes", "layouts")


class Database:
    """Answers queries over the tables in `folder`. temporary: `folder`, if it goes when the database is closed.

    Nothing outside `folder` can be read, nothing can be written, no extension is loaded. Raises TraceError if a
    table is missing or damaged.
    """

    def __init__(self, folder: Path, temporary: tempfile.TemporaryDirectory[str] | None = None) -> None:
        self._folder = folder
        # Held here, not by the trace: iterators over operations outlive the trace object they came from.
        self._temporary = temporary
        self._connection = duckdb.connect(":memory:")
        self._prepare()

    def query(self, text: str, parameters: list[Any] | None = None) -> Any:
        """The answer to our own query `text`, as an Arrow table. Raises TraceError if the tables are damaged."""
        try:
            return self._answer(text, parameters)
        except duckdb.Error as error:
            raise self._damaged(error) from None

    def batches(self, text: str) -> Any:
        """The answer to our own query `text`, as an Arrow RecordBatchReader: for answers larger than memory.

        Raises TraceError if the tables are damaged.
        """
        try:
            # A cursor of its own: the reader stays open while other queries are asked.
            return self._connection.cursor().sql(text).to_arrow_reader(100_000)
        except duckdb.Error as error:
            raise self._damaged(error) from None

    def user_query(self, text: str, parameters: list[Any] | None = None) -> Any:
        """The answer to the user's query `text`, as an Arrow table.

        Raises UsageError if it is no single reading statement, or wrong; TraceError if the tables are damaged.
        """
        try:
            statements = self._connection.extract_statements(text)
        except duckdb.Error as error:
            raise UsageError(f"this is no SQL that DuckDB understands: {_first_line(error)}") from None
        if len(statements) != 1:
            raise UsageError(f"give one SQL statement, not {len(statements)}.")
        if statements[0].type not in (duckdb.StatementType.SELECT, duckdb.StatementType.EXPLAIN):
            raise UsageError("a trace is only read: give a SELECT statement.")
        try:
            return self._answer(statements[0].query, parameters)
        except (duckdb.IOException, duckdb.InvalidInputException, duckdb.SerializationException) as error:
            raise self._damaged(error) from None
        except duckdb.Error as error:
            raise UsageError(f"the query can't be answered: {_with_candidates(error)}") from None

    def close(self) -> None:
        """Let the tables go."""
        self._connection.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def _answer(self, text: str, parameters: list[Any] | None) -> Any:
        """The answer as an Arrow table. Ctrl-C ends the query, whatever it is doing, with a KeyboardInterrupt."""

        def ask() -> Any:
            return self._connection.sql(text, params=parameters).to_arrow_table()

        if threading.current_thread() is not threading.main_thread():
            return ask()
        # On the main thread DuckDB hears of a signal between the pieces of its work only, and one may take for ever.
        with ThreadPoolExecutor(1) as beside:
            answer = beside.submit(ask)
            try:
                return answer.result()
            except KeyboardInterrupt:
                self._connection.interrupt()
                raise

    def _damaged(self, error: Exception) -> TraceError:
        return TraceError(
            f"the tables in {self._folder} can't be read: {_first_line(error)}{told(self._folder)}"
        )

    def _prepare(self) -> None:
        run = self._connection.execute
        run(f"set memory_limit = '{MEMORY_LIMIT}'")
        run(f"set threads = {os.cpu_count() or 1}")
        run("set temp_directory = ''")
        run("set autoinstall_known_extensions = false")
        run("set autoload_known_extensions = false")
        run("set python_enable_replacements = false")
        # In Jupyter without ipywidgets, DuckDB has no progress bar and refuses to hear of it.
        with suppress(duckdb.InvalidInputException):
            run("set enable_progress_bar = false")
        run("set preserve_insertion_order = false")
        paths = {name: str(self._folder / f"{name}.parquet") for name in TABLES}
        run(f"set allowed_paths = [{', '.join(_quoted(path) for path in paths.values())}]")
        run("set enable_external_access = false")
        run("set lock_configuration = true")
        run("create schema stored")
        for name, path in paths.items():
            try:
                columns = ", ".join(["*", *_lacking(name, path)])
                run(f'create view stored."{name}" as select {columns} from read_parquet({_quoted(path)})')
            except (duckdb.Error, OSError, ValueError, pa.ArrowException) as error:
                raise TraceError(f"{path} can't be read: {_first_line(error)}{told(self._folder)}") from None
        for name, (_, query) in VIEWS.items():
            run(f'create view "{name}" as {query}')
        for name in _AS_STORED:
            run(f'create view "{name}" as select * from stored."{name}"')


def _lacking(name: str, path: str) -> list[str]:
    """In SQL, what stands for columns of table `name` that the file at `path`, of an older trace, lacks.

    Raises TraceError if it lacks others, or has others, and what Arrow raises.
    """
    schema = pq.read_schema(path)
    found = dict(zip(schema.names, schema.types, strict=True))
    lacking = []
    for column in TABLES[name].columns:
        if column.name not in found and column.before is not None:
            lacking.append(f'{column.before} as "{column.name}"')
            continue
        if column.name not in found:
            raise TraceError(f"{path} lacks the column {column.name}.")
        if not found[column.name].equals(column.type):
            raise TraceError(f"{path} holds {found[column.name]} in column {column.name}, not {column.type}.")
    return lacking


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _first_line(error: Exception) -> str:
    text = str(error).partition("\n")[0].strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _with_candidates(error: Exception) -> str:
    """What DuckDB says, with the names that it takes for meant."""
    lines = [line.strip() for line in str(error).splitlines()]
    meant = [line for line in lines[1:] if line.startswith(("Candidate bindings", "Did you mean"))]
    return " ".join([_first_line(error), *meant[:1]])
