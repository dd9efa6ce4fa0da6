"""A sealed trace's tables as a read-only database: DuckDB over the Parquet files, shut off from everything else."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from numscope.errors import NumscopeError, TooLargeError, TraceError, UsageError
from numscope.operations.tables import traits_of
from numscope.trace.computed_relations import COMPUTED
from numscope.trace.damage import describe_damage
from numscope.trace.module_relations import IS_MODULE_CALL, WITHOUT_HIDDEN_ROWS
from numscope.trace.read_model import TABLES_IN_SQL, VIEWS
from numscope.trace.reading_sql import require_reading
from numscope.trace.recent_answers import RecentAnswers
from numscope.trace.table_files import Tables
from numscope.trace.table_sizes import require_likely_size
from numscope.trace.tables import TABLES

MEMORY_LIMIT = "2GB"
MOST_ANSWER_BYTES = 4 << 30
_BATCH = 1_000_000
_SMALL_BYTES = 4 << 20
# Rows in all up to which our own queries are answered at once: 2.7 ms in place of 3.8, most of it planning.
_FEW_ROWS = 20_000
# Below, a second thread costs a query more than it saves: `diff` of two runs of 12 operations 0.31 -> 0.25 s of CPU.
_ONE_THREAD_BYTES = 1 << 20

_WORDS = re.compile(r"\w+")
# Where a query may ask which views there are.
_CATALOGUE = {"information_schema", "duckdb_views", "duckdb_tables", "duckdb_columns", "pg_catalog", "show"}


class Database:
    """Answers queries over the tables in `files`.

    Nothing else can be read, nothing can be written, no extension is loaded. Raises TraceError if a
    table is missing or damaged.
    """

    def __init__(self, files: Tables) -> None:
        # Held here, not by the trace: iterators over operations outlive the trace object they came from.
        self._files = files
        self._connection = duckdb.connect(":memory:")
        self._not_created = set(VIEWS)
        self._computed: set[str] = set()
        self._recent = RecentAnswers()
        self._prepare()
        self._few = self.rows() <= _FEW_ROWS

    def query(self, text: str, parameters: list[Any] | None = None) -> Any:
        """The answer to our own query `text`, as an Arrow table.

        Raises TraceError if the tables are damaged, TooLargeError if the answer takes more memory than a query
        may have.
        """
        known = self._recent.get(text, parameters)
        if known is not None:
            return known
        try:
            answer = self._with_guesses(self._at_once if self._few else self._answer, text, parameters)
        except duckdb.Error as error:
            raise self._failed(error) from None
        self._recent.keep(text, parameters, answer)
        return answer

    def batches(self, text: str) -> Any:
        """The answer to our own query `text`, as an Arrow RecordBatchReader: for answers larger than memory.

        Raises as `query` does.
        """
        try:
            self._create_named(text)
            # A cursor of its own: the reader stays open while other queries are asked.
            return self._connection.cursor().sql(text).to_arrow_reader(100_000)
        except duckdb.Error as error:
            raise self._failed(error) from None

    def user_query(self, text: str, parameters: list[Any] | None = None) -> Any:
        """The answer to the user's query `text`, as an Arrow table.

        Raises UsageError if it is no single reading statement, or wrong; TraceError if the tables are damaged.
        """
        require_reading(self._connection.cursor(), text)
        try:
            return self._with_guesses(self._answer, text, parameters)
        except (duckdb.IOException, duckdb.InvalidInputException, duckdb.SerializationException) as error:
            raise self._damaged(error) from None
        except duckdb.Error as error:
            raise UsageError(f"the query can't be answered: {_with_candidates(error)}") from None

    def rows(self) -> int:
        """How many rows the largest tables have, by what their files say."""
        return sum(
            int(pq.read_metadata(self._files.opened(name)).num_rows)
            for name in ("operations", "operands", "contents")
        )

    def facts(self, text: str) -> tuple[Any, ...]:
        """Return the only row of the answer to our own query `text`. Raises as `query` does."""
        try:
            row: tuple[Any, ...] = self._connection.execute(text).fetchall()[0]
        except duckdb.Error as error:
            raise self._failed(error) from None
        return row

    def require_reading(self, text: str) -> None:
        """Raise UsageError unless the query `text` only reads."""
        require_reading(self._connection.cursor(), text)

    def add_table(self, name: str, rows: pa.Table) -> None:
        """Let queries ask a table of what does not stand in the trace."""
        self._connection.register("added", rows)
        self._connection.execute(f'create or replace table "{name}" as from added')
        self._connection.unregister("added")
        self._recent.forget()

    def select(self, processes: Collection[int]) -> None:
        """Answer from now on as if only these `processes` (their rows) had been recorded.

        Kept values stay: one process may have kept what another one computed too.
        """
        wanted = ", ".join(str(int(row)) for row in processes)
        of_process = f"in ({wanted})"
        ranges = self.query(
            "select first_operation as f, operations as n from stored.processes "
            f"where first_segment {of_process} and operations > 0 order by f"
        ).to_pylist()
        conditions = {
            "operations": _in_ranges("id", ranges),
            "operands": _in_ranges("operation", ranges),
            **dict.fromkeys(("calls", "sites", "threads", "marks"), f"process {of_process}"),
        }
        self._narrow("all", conditions)
        self._connection.execute(
            "create or replace view processes as "
            f"select * from stored.processes where first_segment {of_process}"
        )
        self._recent.forget()

    def select_tasks(self, patterns: Sequence[str]) -> int:
        """Answer from now on as if only operations of tasks with these keys had been recorded; return how many tasks.

        patterns: shell-style.
        """
        self._create({"operations_in_tasks"} & self._not_created)
        fits = " or ".join(["key glob ?"] * len(patterns))
        self._connection.execute(
            "create table stored.of_tasks as select operation, task, call from operations_in_tasks "
            f"join stored.operations on operation = id where key = any(?) or {fits}",
            [list(patterns), *patterns],
        )
        self._narrow(
            "untasked",
            {
                "operations": "id in (select operation from stored.of_tasks)",
                "operands": "operation in (select operation from stored.of_tasks)",
                "calls": "id in (select call from stored.of_tasks)",
            },
        )
        self._recent.forget()
        return int(self.facts("select count(distinct task) from stored.of_tasks")[0])

    def _narrow(self, rest: str, conditions: Mapping[str, str]) -> None:
        """Leave the rows of stored tables that fit; all are called by their names with `rest` before them."""
        run = self._connection.execute
        for name, condition in conditions.items():
            run(f'alter view stored."{name}" rename to "{rest}_{name}"')
            run(f'create view stored."{name}" as select * from stored."{rest}_{name}" where {condition}')

    def close(self) -> None:
        """Let the tables go."""
        self._files.let_go(self._connection)
        self._connection.close()
        self._files.close()

    def _with_guesses(
        self, answer: Callable[[str, list[Any] | None], Any], text: str, parameters: list[Any] | None
    ) -> Any:
        """Return the answer. For a name that is not there DuckDB guesses among the views: all must be created."""
        try:
            return answer(text, parameters)
        except duckdb.CatalogException:
            self._create(self._not_created)
        return answer(text, parameters)

    def _at_once(self, text: str, parameters: list[Any] | None) -> Any:
        """Return the answer as an Arrow table, of tables so small that nobody waits for it."""
        self._create_named(text)
        try:
            return self._connection.sql(text, params=parameters).to_arrow_table()
        except RuntimeError as error:
            # DuckDB takes what a signal's handler raised, Ctrl-C's KeyboardInterrupt, and raises this.
            if str(error) == "Query interrupted":
                raise KeyboardInterrupt from None
            raise

    def _answer(self, text: str, parameters: list[Any] | None) -> Any:
        """Return the answer as an Arrow table. What a signal handler raises, KeyboardInterrupt too, ends the query."""
        self._create_named(text)

        def ask() -> Any:
            return self._gathered(self._connection.sql(text, params=parameters))

        if threading.current_thread() is not threading.main_thread():
            return ask()
        # On the main thread DuckDB hears of a signal between the pieces of its work only, and one may take for ever.
        with ThreadPoolExecutor(1) as beside:
            answer = beside.submit(ask)
            try:
                return answer.result()
            except BaseException:
                self._interrupt(answer)
                raise

    def _gathered(self, relation: Any) -> Any:
        """Return an answer as a table. Raises TooLargeError if it is larger than MOST_ANSWER_BYTES."""
        reader = relation.to_arrow_reader(_BATCH)
        batches, size = [], 0
        for batch in reader:
            batches.append(batch)
            size += batch.nbytes
            if size > MOST_ANSWER_BYTES:
                raise TooLargeError(
                    f"the answer is larger than {MOST_ANSWER_BYTES >> 30} GB: ask for less, or for `batches`."
                )
        return pa.Table.from_batches(batches, reader.schema)

    def _interrupt(self, answer: Future[Any]) -> None:
        """Return when the query has ended. An interrupt is lost on one that has not begun: it is repeated."""
        try:
            while not answer.done():
                self._connection.interrupt()
                wait([answer], timeout=0.05)
        except BaseException:  # Ctrl-C once more: the query has to end all the same
            self._interrupt(answer)
            raise

    def _failed(self, error: duckdb.Error) -> NumscopeError:
        if isinstance(error, duckdb.OutOfMemoryException):
            return TooLargeError(f"the query can't be answered: {_first_line(error)}")
        return self._damaged(error)

    def _damaged(self, error: Exception) -> TraceError:
        return TraceError(
            f"the tables in {self._files.place} can't be read: "
            f"{self._files.named(_first_line(error))}{describe_damage(self._files)}"
        )

    def _prepare(self) -> None:
        run = self._connection.execute
        run(f"set memory_limit = '{MEMORY_LIMIT}'")
        small = self._files.size <= _SMALL_BYTES
        threads = 1 if self._files.size <= _ONE_THREAD_BYTES else os.cpu_count() or 1
        run(f"set threads = {threads}")
        run("set temp_directory = ''")
        run("set autoinstall_known_extensions = false")
        run("set autoload_known_extensions = false")
        run("set python_enable_replacements = false")
        # In Jupyter without ipywidgets, DuckDB has no progress bar and refuses to hear of it.
        with suppress(duckdb.InvalidInputException):
            run("set enable_progress_bar = false")
        run("set preserve_insertion_order = false")
        paths = {name: self._files.path(name) for name in TABLES}
        run(f"set allowed_paths = [{', '.join(_quoted(path) for path in paths.values())}]")
        self._files.let_read(self._connection)
        run("set enable_external_access = false")
        run("set lock_configuration = true")
        run("create schema raw")
        run("create schema stored")
        run("create table stored.known_names (name varchar, traits uinteger)")
        run(
            "create macro known_traits(which) as coalesce("
            "(select any_value(k.traits) from stored.known_names k where k.name = which), 0::uinteger)"
        )
        # Of small files a query takes longer to open them than to answer: they are read once.
        for name, path in paths.items():
            try:
                metadata = pq.read_metadata(self._files.opened(name))
                if self._files.foreign:
                    require_likely_size(path, metadata, self._files.size)
                lacking = _lacking(name, path, metadata.schema.to_arrow_schema())
                columns = ", ".join(["*", *lacking])
                # What an older trace lacks may come of what is learnt below.
                kind = "table" if small and not lacking else "view"
                run(f'create {kind} raw."{name}" as select {columns} from read_parquet({_quoted(path)})')
            except (duckdb.Error, OSError, ValueError, pa.ArrowException) as error:
                file = self._files.place / f"{name}.parquet"
                reason = self._files.named(_first_line(error))
                raise TraceError(f"{file} can't be read: {reason}{describe_damage(self._files)}") from None
            except TraceError as error:
                raise TraceError(self._files.named(str(error))) from None
        # Of two queries that each look at one table DuckDB makes a plan in a tenth of the time that `exists` takes.
        hides_rows = any(
            self.facts(f"select count(*) from raw.{table} where {condition}")[0]
            for table, condition in (("calls", IS_MODULE_CALL), ("slots", "role = 'memory'"))
        )
        for name in TABLES:
            rows = WITHOUT_HIDDEN_ROWS.get(name, "") if hides_rows else ""
            run(f'create view stored."{name}" as select * from raw."{name}" {rows}')
        self._learn_traits(paths["calls"])
        for relation in TABLES_IN_SQL.values():
            run(relation.statement())

    def _create_named(self, text: str) -> None:
        """Create the views that the query `text` names, if it is the first to do so.

        All of them at opening would take 20 ms, as each reads the files' schemas: as long as the rest of it.
        """
        words = set(_WORDS.findall(text.lower()))
        self._create(self._not_created if words & _CATALOGUE else words & self._not_created)

    def _create(self, names: set[str]) -> None:
        for name in sorted(names):
            for relation, compute in COMPUTED.get(name, ()):
                if relation not in self._computed:
                    self._computed.add(relation)
                    self._connection.register(relation, compute(self._ask))
            self._connection.execute(VIEWS[name].statement())
            self._not_created.discard(name)

    def _ask(self, text: str) -> Any:
        return self._connection.sql(text).to_arrow_table()

    def _learn_traits(self, path: str) -> None:
        """Fill the table behind `known_traits`, which stands for the traits that calls of older traces lack."""
        if "traits" in pq.read_schema(self._files.opened("calls")).names:
            return
        names = self._connection.execute(
            f"select distinct name from read_parquet({_quoted(path)})"
        ).fetchall()
        rows = [(name, int(traits_of(name))) for (name,) in names if name is not None]
        if rows:
            self._connection.executemany("insert into stored.known_names values (?, ?)", rows)


def _lacking(name: str, path: str, schema: pa.Schema) -> list[str]:
    """In SQL, what stands for columns of table `name` that the file at `path`, of an older trace, lacks.

    Raises TraceError if it lacks others, or has others.
    """
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


def _in_ranges(column: str, ranges: list[dict[str, int]]) -> str:
    """Return the condition, in SQL, that an id is in one of `ranges`, which are ordered: from `f` on, `n` ids.

    Neighbours become one: a thousand comparisons for each row take eight times as long as the query itself.
    """
    bounds: list[list[int]] = []
    for one in ranges:
        if not bounds or bounds[-1][1] != one["f"]:
            bounds.append([one["f"], one["f"]])
        bounds[-1][1] += one["n"]
    parts = [f"{column} between {first} and {end - 1}" for first, end in bounds]
    return f"({' or '.join(parts)})" if parts else "false"


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
