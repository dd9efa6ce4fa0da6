"""`numscope.open`: a trace to ask questions of."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, overload

from numscope.errors import UsageError
from numscope.format.files import Folder
from numscope.format.signature import recorded_here
from numscope.scheduling.scheduler import Scheduler
from numscope.stores.store import is_url
from numscope.trace.confinement import is_confined
from numscope.trace.contents import Contents, contents_of
from numscope.trace.database import Database
from numscope.trace.frames import as_form
from numscope.trace.integrity import problems_of, require_integrity
from numscope.trace.manifest import open_folder, read_manifest
from numscope.trace.operation import Operand, Operation, make_operand, make_operation, slot_fields
from numscope.trace.read_model import TABLES_IN_SQL, VIEWS, operands_query
from numscope.trace.recent_operations import RecentOperations
from numscope.trace.running_tasks import RunningTasks
from numscope.trace.sources import Sources
from numscope.trace.table_files import TableFiles
from numscope.trace.tables import TABLES
from numscope.trace.values import Values

if TYPE_CHECKING:
    from numscope.trace.sealing import Progress

# Operations fetched at a time when a trace is walked through.
_PAGE = 2000


class Operations(Sequence[Operation]):
    """The operations of a trace, by id. Slices are lists of operations."""

    def __init__(self, database: Database, values: Values, sources: Sources) -> None:
        self._database = database
        self._values = values
        self._sources = sources
        self._recent = RecentOperations(self._read)
        self._slots: dict[int, dict[str, Any]] = {}
        self._length: int | None = None
        self._end: int | None = None

    def __len__(self) -> int:
        """How many operations were recorded."""
        if self._length is None:
            self._length = int(
                self._database.query("select count(*) n from stored.operations")["n"][0].as_py()
            )
        return self._length

    @overload
    def __getitem__(self, index: int) -> Operation: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Operation]: ...
    def __getitem__(self, index: int | slice) -> Operation | Sequence[Operation]:
        """The operation with this id, or those with ids in this range; negative ids count from the end.

        Raises IndexError if there is no such operation.
        """
        if isinstance(index, slice):
            return self.fetch(range(*index.indices(self._after_last())))
        wanted = self._from_the_end(index) if index < 0 else index
        found = self.fetch([wanted]) if 0 <= wanted < 2**63 else []
        if not found:
            raise IndexError(f"there is no operation {index}: the trace holds {len(self)}.")
        return found[0]

    def _from_the_end(self, index: int) -> int:
        """Return the id of an operation that is counted from the last one, -1; -1 if there are not so many."""
        if -index > len(self):
            return -1
        last = f"select id from stored.operations order by id desc limit 1 offset {-index - 1}"
        return int(self._database.query(last)["id"][0].as_py())

    def _after_last(self) -> int:
        """Return the last id and one: calls of layers have ids too, and are no operations."""
        if self._end is None:
            last = self._database.query("select max(id) as last_id from stored.operations")["last_id"][
                0
            ].as_py()
            self._end = 0 if last is None else int(last) + 1
        return self._end

    def __iter__(self) -> Iterator[Operation]:
        """All operations, in the order of their ids."""
        last = -1
        while True:
            page = self._database.query(
                f"select id from stored.operations where id > ? order by id limit {_PAGE}", [last]
            )["id"].to_pylist()
            if not page:
                return
            yield from self.fetch(page)
            last = page[-1]

    def fetch(self, ids: Iterable[int]) -> list[Operation]:
        """The operations with these ids, in this order; ids that are not there are left out."""
        wanted = list(ids)
        if not wanted:
            return []
        found = self._recent.of(wanted)
        return [found[number] for number in wanted if number in found]

    def forget(self) -> None:
        """Read all anew: the tables now answer otherwise."""
        self._recent.forget()
        self._slots.clear()
        self._length = self._end = None

    def _read(self, wanted: Sequence[int]) -> dict[int, Operation]:
        # The range lets DuckDB skip the row groups that hold none of them.
        bounds = [min(wanted), max(wanted), list(wanted)]
        rows = self._database.query(
            "select * from operations where id between ? and ? and id in (select unnest(?::bigint[]))",
            bounds,
        ).to_pylist()
        operands = self._operands(bounds)
        ranks, tasks = self.ranks, self.tasks
        return {
            row["id"]: make_operation(
                row,
                operands.get(row["id"], {}),
                self._sources,
                ranks.get(row["process"]),
                tasks.at(row["process"], row["thread"], row["id"]),
            )
            for row in rows
        }

    @cached_property
    def tasks(self) -> RunningTasks:
        """The tasks of schedulers that operations ran in."""
        # Nearly all traces have none, and the view looks through all operands.
        if not self._database.query("select 1 from stored.slots where name = 'task' limit 1").num_rows:
            return RunningTasks(())
        rows = self._database.query(
            "select process, thread, task, key, asked_by from tasks join operations on task = id"
        )
        return RunningTasks(rows.to_pylist())

    @cached_property
    def ranks(self) -> dict[int, int]:
        """The ranks of processes, in a trace with several of them; else empty."""
        rows = self._database.query(
            "select id, rank from stored.processes where rank is not null and id = first_segment"
        ).to_pylist()
        found = {row["id"]: row["rank"] for row in rows}
        return found if len(set(found.values())) > 1 else {}

    def _operands(self, bounds: list[Any]) -> dict[int, dict[int, Operand]]:
        wanted = "operation between ? and ? and operation in (select unnest(?::bigint[]))"
        # Looked up first, contents too are read from few row groups only; a join alone goes through all of them.
        ids = self._database.query(
            f"select distinct content from stored.operands where {wanted} and content is not null", bounds
        )["content"].to_pylist()
        contents = (
            "(select * from stored.contents where id between ? and ? and id in (select unnest(?::bigint[])))"
        )
        rows = self._database.query(
            f"{operands_query(contents, 'slot')} where {wanted} order by place",
            [min(ids, default=0), max(ids, default=0), ids, *bounds],
        ).to_pylist()
        self._learn_slots({row["slot"] for row in rows})
        operands: dict[int, dict[int, Operand]] = {}
        for row in rows:
            operand = make_operand(self._slots[row["slot"]], row, self._values)
            operands.setdefault(row["operation"], {})[row["place"]] = operand
        return operands

    def _learn_slots(self, wanted: set[int]) -> None:
        """Read what is known of these slots: far fewer than operands, whose shapes would be made anew each time."""
        missing = [number for number in wanted if number not in self._slots]
        if missing:
            query = "select * from stored.slots where id in (select unnest(?::bigint[]))"
            for row in self._database.query(query, [missing]).to_pylist():
                self._slots[row["id"]] = slot_fields(row)

    def __repr__(self) -> str:
        return f"<numscope.Operations: {len(self)}>"


class Trace(Sequence[Operation]):
    """A recorded run: its operations by id, its kept values by hash, its source files, its tables, and SQL over them.

    problems: sentences about what of the raw trace could not be read. own: this user recorded it on this host. trusted:
    what it names may be called. scheduler: what computes the pieces of a question; None: this process, one after the
    other. Close the trace, or use it in a `with`, to close its files at once; it needs no closing otherwise.
    """

    def __init__(self, contents: Contents) -> None:
        self.path = contents.home.path
        self.home = contents.home
        self.manifest = contents.manifest
        self.problems = contents.problems
        self.own, self.trusted = contents.own, contents.trusted
        self.fetched = contents.fetched
        self._tables = contents.tables
        self._database = Database(contents.tables)
        require_integrity(self._database, self.path, contents.own)
        self.values = Values(contents.packs, self._database)
        self.sources = Sources(contents.sources, contents.manifest, contents.own)
        self.operations = Operations(self._database, self.values, self.sources)
        self.scheduler: Scheduler | None = None
        self.tasks: tuple[str, ...] = ()

    def __len__(self) -> int:
        """How many operations were recorded."""
        return len(self.operations)

    @overload
    def __getitem__(self, index: int) -> Operation: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Operation]: ...
    def __getitem__(self, index: int | slice) -> Operation | Sequence[Operation]:
        """As `operations[index]`. Raises IndexError if there is no such operation."""
        return self.operations[index]

    def __iter__(self) -> Iterator[Operation]:
        """All operations, in the order of their ids."""
        return iter(self.operations)

    def table(self, name: str, to: str = "arrow") -> Any:
        """The table `name` (`operations`, `operands`, `sites`, ...) as a pyarrow Table.

        to: `arrow`, or `pandas` or `polars` for a data frame of theirs. Raises UsageError if there is no such table,
        or if that library is not installed.
        """
        view = VIEWS.get(name)
        if name not in TABLES_IN_SQL and (view is None or view.parameters):
            raise UsageError(f"there is no table {name!r}; there are {', '.join(self.table_names())}.")
        return as_form(self._database.query(f'select * from "{name}"'), to)

    def table_names(self) -> list[str]:
        """Return the names of the tables, without the views that are made of them for questions."""
        return sorted(TABLES_IN_SQL)

    def sql(self, query: str, parameters: list[Any] | None = None, to: str = "arrow") -> Any:
        """The answer to one reading SQL statement over the tables, as a pyarrow Table.

        Parameters take the places of `?` in the query. to: `arrow`, or `pandas` or `polars` for a data frame of theirs.
        Raises UsageError if the query is wrong, if it is anything but one reading statement, or if that library is not
        installed.
        """
        return as_form(self._database.user_query(query, parameters), to)

    def ask(self, query: str, parameters: list[Any] | None = None) -> Any:
        """The answer to a query that numscope itself wrote, as a pyarrow Table: without a check that it only reads.

        Raises TraceError if the tables are damaged.
        """
        return self._database.query(query, parameters)

    def add_flight_recorder(self, dumps: Iterable[Path]) -> None:
        """Make the table `flight_recorder` of dumps that a communication library wrote, a file a rank.

        Raises UsageError if a file can't be read, or is no such dump.
        """
        from numscope.trace.flight_recording import TABLE, read_dumps

        self._database.add_table(TABLE, read_dumps(dumps))

    def batches(self, query: str) -> Any:
        """The answer to one reading SQL statement as a pyarrow RecordBatchReader: for answers larger than memory.

        Raises UsageError if it is anything else.
        """
        self._database.require_reading(query)
        return self._database.batches(query)

    def wrong_cells(self) -> list[str]:
        """Return a sentence for each kind of cell of the tables that is not as the format says."""
        return problems_of(self._database)

    def require_trust(self, purpose: str) -> None:
        """Raise UsageError unless this user recorded the trace on this host or trusts it. purpose: what for."""
        if not self.trusted:
            raise UsageError(
                f"{self.path} was not recorded by you on this host, and {purpose} calls what it names: "
                "pass --trust (numscope.open: trust=True) if you trust who made it."
            )

    def require_confinement(self, purpose: str) -> None:
        """As `require_trust`; and raise UsageError where this process would call what a stranger's trace names."""
        self.require_trust(purpose)
        if not self.own and self.scheduler is not None:
            raise UsageError(
                f"{self.path} was not recorded by you on this host: {purpose} calls what it names in a confined "
                "process on this machine only. Leave out --scheduler."
            )
        if not self.own and not is_confined():
            raise UsageError(
                f"{self.path} was not recorded by you on this host, and {purpose} calls what it names in a confined "
                "process only: ask the Trace that numscope.open(..., trust=True) returns."
            )

    def stored(self, name: str) -> Any:
        """The rows of a stored table in the order of their ids, with all columns of now, as an Arrow table."""
        order = "order by id" if any(column.name == "id" for column in TABLES[name].columns) else ""
        columns = ", ".join(f'"{column.name}"' for column in TABLES[name].columns)
        return self._database.query(f'select {columns} from stored."{name}" {order}')

    @property
    def ranks(self) -> dict[int, int]:
        """The ranks of processes by their ids, in a trace with several ranks; else empty."""
        return self.operations.ranks

    @property
    def running_tasks(self) -> RunningTasks:
        """Which task of a scheduler, such as Dask's, each operation ran in."""
        return self.operations.tasks

    def select(self, processes: Collection[int]) -> None:
        """Answer from now on as if only these processes, by their ids, had been recorded."""
        self._database.select(processes)
        self.operations.forget()

    def select_tasks(self, patterns: Sequence[str]) -> int:
        """Answer from now on as if only tasks with these keys had been recorded; return how many there are.

        patterns: as a shell's, or the keys themselves.
        """
        self.tasks = tuple(patterns)
        tasks = self._database.select_tasks(patterns)
        self.operations.forget()
        return tasks

    @property
    def folder(self) -> Folder:
        """The folder of the trace. Raises UsageError for a trace in a store."""
        self._whole()
        return self.home

    @property
    def tables_folder(self) -> Folder:
        """Return the folder that its Parquet tables are in; it goes with the trace where they were made aside.

        Raises UsageError for a trace in a store.
        """
        return self._whole().folder

    def _whole(self) -> TableFiles:
        if isinstance(self._tables, TableFiles):
            return self._tables
        raise UsageError(
            f"this needs the whole trace on this machine: numscope fetch {self.path} -o {self.path.name}"
        )

    def close(self) -> None:
        """Close the files of the trace."""
        self._database.close()

    def __enter__(self) -> Trace:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<numscope.Trace {self.path}: {len(self)} operations>"

    def __rich__(self) -> str:
        return f"[bold]{self.path}[/bold]: {len(self):,} operations".replace("[/]", r"\[/]")


AnyTrace = TypeVar("AnyTrace", bound=Trace)


def open_trace(path: str | os.PathLike[str], progress: Progress | None = None, trust: bool = False) -> Trace:
    """Open the trace at `path`, a directory or the URL of a store; one that is not sealed yet is sealed first.

    While the recorded program still runs, where the directory is not writable or its disk is full, and of a trace that
    this user did not record on this host, the tables are made beside it and the trace itself stays untouched. trust:
    what it names may be called again. Raises TraceError if it can't be read.
    """
    return open_as(Trace, path, progress, trust)


def open_as(
    kind: type[AnyTrace],
    path: str | os.PathLike[str],
    progress: Progress | None = None,
    trust: bool = False,
) -> AnyTrace:
    """As `open_trace`, for a class that adds to `Trace`."""
    if is_url(str(path)):
        from numscope.trace.from_store import contents_in_store

        return kind(contents_in_store(str(path), progress, trust))
    trace = open_folder(Path(path))
    manifest = read_manifest(trace)
    own = recorded_here(trace, manifest)
    return kind(contents_of(trace, manifest, own, own or trust, progress))
