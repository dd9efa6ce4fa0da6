"""What a trace needs of an object store: whole objects and ranges of them, by name below the trace's URL."""

from __future__ import annotations

import re
from typing import NamedTuple, Protocol

from numscope.errors import TraceError
from numscope.format.files import File

_URL = re.compile(r"([a-z][a-z0-9+.-]*)://[^/].*", re.DOTALL)


class StoreError(TraceError):
    """A store could not be reached, or refused what was asked of it."""


class Part(NamedTuple):
    """A range of an object: the bytes from `start` up to `stop`."""

    start: int
    stop: int


class Store(Protocol):
    """Objects below a URL. Each method raises StoreError if the store can't be reached or refuses."""

    url: str

    def sizes(self) -> dict[str, int]:
        """Return the names of all objects and how many bytes each holds."""

    def get_part(self, name: str, part: Part) -> bytes:
        """Return a range of the object called `name`."""

    def put(self, name: str, file: File) -> None:
        """Store what `file` holds as the object called `name`, all of it or nothing."""

    def delete(self, name: str) -> None:
        """Remove the object called `name`, which need not be there."""


def is_url(text: str) -> bool:
    """Return whether `text` names a trace in a store rather than a folder."""
    return _URL.fullmatch(text) is not None
