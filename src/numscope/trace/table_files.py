"""The Parquet files of a sealed trace, held open: what was checked is what is read."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pyarrow.parquet as pq

from numscope.errors import TraceError
from numscope.format.files import File, Folder
from numscope.trace.tables import TABLES, Table


class TableFiles:
    """The files of all tables in `folder`, open. Raises TraceError if one is missing or no regular file."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self._files = {name: self._opened(name) for name in TABLES}

    def path(self, table: str) -> str:
        """Return a path to the file of `table` as it was when it was opened."""
        return self._files[table].by_descriptor

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

    def _opened(self, table: str) -> File:
        path = self.folder.path / f"{table}.parquet"
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
