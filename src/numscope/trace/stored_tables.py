"""The Parquet files of a trace in a store: DuckDB reads the ranges that a query needs, through fsspec's interface."""

from __future__ import annotations

import datetime
import io
from pathlib import Path
from typing import Any

import fsspec

from numscope.errors import TraceError
from numscope.format.names import TABLES_FOLDER
from numscope.stores.reading import StoredFiles
from numscope.trace.tables import TABLES

_SCHEME = "numscope-store"
_LONG_AGO = datetime.datetime(2000, 1, 1)  # objects never change


class StoredTables:
    """The tables of the trace whose files are `files`. own: this user recorded it on this host.

    Raises TraceError if one is missing.
    """

    def __init__(self, files: StoredFiles, place: Path, own: bool) -> None:
        self.place, self.foreign = place / TABLES_FOLDER, not own
        self._files = files
        for name in TABLES:
            files.size(_path(name))

    def path(self, table: str) -> str:
        """Return what DuckDB calls the file of `table`."""
        return f"{_SCHEME}://{_path(table)}"

    def opened(self, table: str) -> Any:
        """Return the file of `table`, open for reading."""
        return _Range(self._files, _path(table))

    def let_read(self, connection: Any) -> None:
        """Let the DuckDB `connection` read the files."""
        connection.register_filesystem(_Files(self._files))

    def let_go(self, connection: Any) -> None:
        """Take them from it again: DuckDB complains at the end of the process about what it still has."""
        connection.unregister_filesystem(_SCHEME)

    @property
    def size(self) -> int:
        """The size of all of them in bytes."""
        return sum(self._files.size(_path(name)) for name in TABLES)

    def named(self, message: str) -> str:
        """Return a library's `message` about these paths with the names that the user knows."""
        return message.replace(f"{_SCHEME}://{TABLES_FOLDER}", str(self.place))

    def close(self) -> None:
        """Do nothing: no file is open."""


def _path(table: str) -> str:
    return f"{TABLES_FOLDER}/{table}.parquet"


class _Range(io.RawIOBase):
    """A file in a store, as Python's files are read."""

    def __init__(self, files: StoredFiles, path: str) -> None:
        super().__init__()
        self._files, self._path = files, path
        self.size = files.size(path)
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self.size}[whence]
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        stop = self.size if size is None or size < 0 else self._at + size
        data = self._files.part(self._path, self._at, stop)
        self._at += len(data)
        return data


class _Files(fsspec.AbstractFileSystem):  # type: ignore[misc]
    """What DuckDB asks of a file system; the rest of fsspec's interface is not needed."""

    protocol = _SCHEME
    cachable = False

    def __init__(self, files: StoredFiles) -> None:
        super().__init__()
        self._files = files

    def open(self, path: str, mode: str = "rb", **_: Any) -> _Range:
        if "w" in mode or "a" in mode:
            raise PermissionError(f"{path} is read only")
        return _Range(self._files, self._strip_protocol(path))

    def info(self, path: str, **_: Any) -> dict[str, Any]:
        name = self._strip_protocol(path)
        try:
            return {"name": name, "size": self._files.size(name), "type": "file"}
        except TraceError:
            raise FileNotFoundError(path) from None

    def ls(self, path: str, detail: bool = True, **_: Any) -> list[Any]:
        return [self.info(path)] if detail else [path]

    def glob(self, path: str, **_: Any) -> list[str]:
        return [path]

    def modified(self, path: str) -> datetime.datetime:
        return _LONG_AGO
