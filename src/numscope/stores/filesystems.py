"""Whatever fsspec has a file system for: hf://, memory://, webdav://, sftp:// and others, each with its own package."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import fsspec

from numscope.errors import UsageError
from numscope.format.files import File
from numscope.stores.store import Part, StoreError

# A file is one commit there, and a move would be two more.
_IN_ONE_STEP = ("hf",)


class FilesystemStore:
    """A store below a URL of fsspec's. Raises UsageError if fsspec knows no such scheme or lacks its package."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            self._files, self._root = fsspec.core.url_to_fs(url)
        except (ValueError, ImportError) as error:
            raise UsageError(f"{url} can't be opened: {error}") from None
        # What another process has written since must show.
        self._files.use_listings_cache = False
        # A file system without ranges of its own opens the file, and would read some megabytes ahead.
        own_ranges = type(self._files).cat_file is not fsspec.AbstractFileSystem.cat_file
        self._reading = {} if own_ranges else {"cache_type": "none"}
        self._drafts = url.partition("://")[0] not in _IN_ONE_STEP

    def sizes(self) -> dict[str, int]:
        """Return the names of all objects and how many bytes each holds."""
        with self._asked("listed"):
            self._files.invalidate_cache()
            if not self._files.exists(self._root):
                return {}
            found = self._files.find(self._root, detail=True)
        return {path[len(self._root) :].lstrip("/"): facts["size"] or 0 for path, facts in found.items()}

    def get_part(self, name: str, part: Part) -> bytes:
        """Return a range of the object called `name`."""
        with self._asked("read"):
            path = self._path(name)
            return bytes(self._files.cat_file(path, start=part.start, end=part.stop, **self._reading))

    def put(self, name: str, file: File) -> None:
        """Store what `file` holds as the object called `name`.

        It has another name until it is whole where a file system does not put an object in one step.
        """
        path = self._path(name)
        with self._asked("written"):
            self._files.makedirs(self._files._parent(path), exist_ok=True)
            draft = f"{path}.part" if self._drafts else path
            self._files.put_file(file.by_descriptor, draft)
            if self._drafts:
                self._files.mv(draft, path)

    def delete(self, name: str) -> None:
        """Remove the object called `name`, which need not be there."""
        with self._asked("written"):
            if self._files.exists(self._path(name)):
                self._files.rm_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    @contextmanager
    def _asked(self, what: str) -> Iterator[None]:
        try:
            yield
        except Exception as error:  # noqa: BLE001 - each file system has exceptions of its own
            reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
            raise StoreError(f"{self.url} can't be {what}: {reason.rstrip('.')}.") from None
