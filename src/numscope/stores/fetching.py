"""Bringing files of a trace in a store onto this machine."""

from __future__ import annotations

from collections.abc import Iterable

from numscope.format.files import Folder
from numscope.stores.reading import StoredFiles

_PIECE = 8 << 20


def fetch(files: StoredFiles, folder: Folder, paths: Iterable[str]) -> None:
    """Write files of a trace in a store into `folder`, where they must not be yet. Raises StoreError, OSError."""
    for path in paths:
        *above, name = path.split("/")
        place = folder
        for part in above:
            place = place.folder(part) if place.has(part) else place.make(part)
        with place.create(name) as file:
            for start in range(0, files.size(path), _PIECE):
                file.write(files.piece(path, start, start + _PIECE), start)
