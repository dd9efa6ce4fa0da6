"""Where the bytes of kept values are: in the packs of a trace's processes."""

from __future__ import annotations

from typing import Protocol

from numscope.errors import TraceError
from numscope.format.files import Folder
from numscope.format.names import PACK, PROCESSES
from numscope.format.streams import Stream, open_stream
from numscope.stores.reading import StoredFiles


class Packs(Protocol):
    """The packs of a trace, wherever they are. foreign: a stranger may have made them."""

    foreign: bool

    def read(self, directory: str, offset: int, size: int) -> bytes:
        """Return `size` bytes from `offset` of the pack of the process in `directory`. Raises TraceError."""


class FolderPacks:
    """The packs of the trace in a folder of this machine."""

    def __init__(self, trace: Folder) -> None:
        self._trace = trace
        self.foreign = trace.single_links
        # The pack that was read last, held open: values are mostly asked for one after the other.
        self._last: tuple[str, Stream] | None = None

    def read(self, directory: str, offset: int, size: int) -> bytes:
        """Return `size` bytes from `offset` of the pack of the process in `directory`. Raises TraceError."""
        try:
            pack = self._pack(directory)
            if offset + size > len(pack):
                raise TraceError(_too_short(pack.folder.path / PACK, len(pack), offset, size))
            return pack.read(offset, size)
        except OSError as error:
            raise TraceError(
                f"{error.filename or self._trace.path} can't be read: {error.strerror}."
            ) from None

    def _pack(self, directory: str) -> Stream:
        if self._last is None or self._last[0] != directory:
            folder = self._trace.folder(PROCESSES).folder(directory)
            self._last = directory, open_stream(folder, PACK, "values.tail", hold=True)
        return self._last[1]


class StoredPacks:
    """The packs of a trace in a store: of each, the ranges that are asked for are fetched."""

    def __init__(self, files: StoredFiles, own: bool) -> None:
        self._files = files
        self.foreign = not own

    def read(self, directory: str, offset: int, size: int) -> bytes:
        """Return `size` bytes from `offset` of the pack of the process in `directory`. Raises TraceError."""
        path = f"{PROCESSES}/{directory}/{PACK}"
        held = self._files.size(path)
        if offset + size > held:
            raise TraceError(_too_short(f"{self._files.url}/{path}", held, offset, size))
        return self._files.part(path, offset, offset + size)


def _too_short(pack: object, held: int, offset: int, size: int) -> str:
    return f"{pack} ends at byte {held}, before the value at {offset} + {size}."
