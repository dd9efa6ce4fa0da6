"""Reading files of a trace in a store a range at a time: only what is asked for is fetched, and only once."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator

from numscope.errors import TraceError
from numscope.recording.sizes import format_size
from numscope.stores.objects import Stored, stored_files
from numscope.stores.store import Part, Store, StoreError

# A request costs some milliseconds however little it brings.
BLOCK_BYTES = 128 << 10
_PAUSES = (0.1, 0.5)


class StoredFiles:
    """The files of a trace in `store`, by their paths. Raises TraceError if there is none.

    fetched: how many bytes were brought here.
    """

    def __init__(self, store: Store) -> None:
        self.url = store.url
        self._store = store
        self._files = stored_files(store)
        self._blocks: dict[tuple[str, int], bytes] = {}
        self._lock = threading.Lock()
        self.fetched = 0
        if not self._files:
            raise TraceError(f"there is no trace at {store.url}.")

    def paths(self) -> list[str]:
        """Return the paths of all files."""
        return list(self._files)

    def has(self, path: str) -> bool:
        """Return whether there is a file with this path."""
        return path in self._files

    def size(self, path: str) -> int:
        """Return how many bytes a file holds. Raises TraceError if it is not there."""
        return self._file(path).size

    @property
    def total(self) -> int:
        """How many bytes all files hold."""
        return sum(file.size for file in self._files.values())

    def summary(self) -> str:
        """Return how much was fetched, in words."""
        return f"fetched {format_size(self.fetched)} of {format_size(self.total)} from {self.url}"

    def piece(self, path: str, start: int, stop: int) -> bytes:
        """As `part`, of what is read once: it is not held."""
        file = self._file(path)
        if start >= file.size:
            return b""
        data = self._brought(file.name, Part(start, min(stop, file.size)))
        with self._lock:
            self.fetched += len(data)
        return data

    def fingerprint(self) -> str:
        """Return a name for the files as they are now."""
        names = sorted(file.name for file in self._files.values())
        return hashlib.sha256("\n".join([self.url, *names]).encode()).hexdigest()

    def part(self, path: str, start: int, stop: int) -> bytes:
        """Return a range of a file, as much of it as there is. Raises TraceError if it is not there, StoreError."""
        file = self._file(path)
        stop = min(stop, file.size)
        if start >= stop:
            return b""
        first, last = start // BLOCK_BYTES, (stop - 1) // BLOCK_BYTES
        with self._lock:
            for run in self._lacking(path, first, last):
                self._fetch(file, path, run)
            data = b"".join(self._blocks[path, block] for block in range(first, last + 1))
        offset = start - first * BLOCK_BYTES
        return data[offset : offset + stop - start]

    def _lacking(self, path: str, first: int, last: int) -> Iterator[range]:
        """Yield the runs of blocks that are not here yet: each is one request."""
        begin = None
        for block in range(first, last + 2):
            lacks = block <= last and (path, block) not in self._blocks
            if lacks and begin is None:
                begin = block
            elif not lacks and begin is not None:
                yield range(begin, block)
                begin = None

    def _fetch(self, file: Stored, path: str, run: range) -> None:
        start = run.start * BLOCK_BYTES
        data = self._brought(file.name, Part(start, min(run.stop * BLOCK_BYTES, file.size)))
        self.fetched += len(data)
        for number, block in enumerate(run):
            self._blocks[path, block] = data[number * BLOCK_BYTES : (number + 1) * BLOCK_BYTES]

    def _brought(self, name: str, part: Part) -> bytes:
        """Ask the store, again where it fails. Raises its last StoreError."""
        for pause in _PAUSES:
            try:
                return self._store.get_part(name, part)
            except StoreError:
                time.sleep(pause)
        return self._store.get_part(name, part)

    def _file(self, path: str) -> Stored:
        if path not in self._files:
            raise TraceError(f"{self.url} holds no {path}.")
        return self._files[path]
