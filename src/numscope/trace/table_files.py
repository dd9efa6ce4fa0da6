"""The Parquet files of a sealed trace, held open: what was checked is what is read."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Protocol

import pyarrow.parquet as pq

from numscope.errors import TraceError
from numscope.format.files import File, Folder
from numscope.trace.tables import TABLES, Table


class Tables(Protocol):
    """The files of a trace's tables, wherever they are. place: for messages; foreign: a stranger may have made them."""

    place: Path
    foreign: bool

    def path(self, table: str) -> str:
        """Return what DuckDB calls the file of `table`."""

    def opened(self, table: str) -> Any:
        """Return the file of `table` as pyarrow takes it."""

    def let_read(self, connection: Any) -> None:
        """Let the DuckDB `connection` read the files."""

    def let_go(self, connection: Any) -> None:
        """Take them from it again."""

    @property
    def size(self) -> int:
        """The size of all of them in bytes."""

    def named(self, message: str) -> str:
        """Return a library's `message` about these paths with the names that the user knows."""

    def close(self) -> None:
        """Close them."""


class TableFiles:
    """The files of all tables in `folder`, open. Raises TraceError if one is missing or no regular file."""

    def __init__(self, folder: Folder) -> None:
        self.place, self.foreign = folder.path, folder.single_links
        self.folder = folder
        self._files = {name: self._file(name) for name in TABLES}

    def path(self, table: str) -> str:
        """Return a path to the file of `table` as it was when it was opened."""
        return self._files[table].by_descriptor

    def opened(self, table: str) -> Any:
        """Return the file of `table` as pyarrow takes it."""
        return self.path(table)

    def let_read(self, connection: Any) -> None:
        """Do nothing: DuckDB reads files of this machine."""

    def let_go(self, connection: Any) -> None:
        """Do nothing."""

    @property
    def size(self) -> int:
        """The size of all of them in bytes."""
        return sum(file.size for file in self._files.values())

    def named(self, message: str) -> str:
        """Return a library's `message` about these paths with the names that the user knows."""
        # The longest first: /proc/self/fd/1 is the beginning of /proc/self/fd/12.
        for file in sorted(self._files.values(), key=lambda file: -file.descriptor):
            message = message.replace(file.by_descriptor, str(file.path))
        return message

    def close(self) -> None:
        """Close them."""
        for file in self._files.values():
            file.close()

    def _file(self, table: str) -> File:
        path = self.place / f"{table}.parquet"
        try:
            if TABLES[table].later and not self.folder.has(path.name):
                return _without_rows(TABLES[table], path)
            return self.folder.file(path.name)
        except OSError as error:
            raise TraceError(f"{error.filename or path} can't be read: {error.strerror or error}.") from None


def _without_rows(table: Table, path: Path) -> File:
    """Return a file without a name that holds `table` without rows. Raises OSError."""
    with tempfile.TemporaryFile() as file:
        pq.write_table(table.schema.empty_table(), file, **table.write_options())
        file.flush()
        return File(os.dup(file.fileno()), path)
