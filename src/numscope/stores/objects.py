"""How a trace lies in a store: each file an object that is never changed, PATH/VERSION-HASH.

A listing says all: which files there are, of which size, with which content. What is uploaded again is compared by its
hash, SHA-256 in hexadecimal digits; of a file that changed, such as the manifest, the highest version counts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from numscope.format.files import File
from numscope.format.names import PROCESSES, SOURCES, TABLES_FOLDER
from numscope.stores.store import Store

_NAME = re.compile(
    rf"((?:(?:{TABLES_FOLDER}|{SOURCES}|{PROCESSES}/[\w.-]+)/)?[\w-][\w.-]*)/(\d{{1,9}})-([0-9a-f]{{64}})",
    re.ASCII,
)
_PIECE = 1 << 20


@dataclass(frozen=True)
class Stored:
    """A file of a trace in a store. name: of the object; size: in bytes."""

    name: str
    size: int
    version: int
    hash: str


def stored_files(store: Store) -> dict[str, Stored]:
    """Return the files of the trace by their paths in it. Objects that are no part of a trace are left out."""
    return {path: max(versions, key=lambda one: one.version) for path, versions in _versions(store).items()}


def outdated(store: Store) -> Iterator[str]:
    """Yield the names of objects that a later version replaces."""
    for versions in _versions(store).values():
        newest = max(one.version for one in versions)
        yield from (one.name for one in versions if one.version < newest)


def name_of(path: str, version: int, digest: str) -> str:
    """Return the name of the object that holds a file of the trace."""
    return f"{path}/{version}-{digest}"


def digest_of(file: File) -> str:
    """Return the hash of what `file` held when it was opened."""
    digest = hashlib.sha256()
    for offset in range(0, file.size, _PIECE):
        digest.update(file.read(offset, _PIECE))
    return digest.hexdigest()


def _versions(store: Store) -> dict[str, list[Stored]]:
    found: dict[str, list[Stored]] = {}
    for name, size in store.sizes().items():
        match = _NAME.fullmatch(name)
        if match:
            found.setdefault(match[1], []).append(Stored(name, size, int(match[2]), match[3]))
    return found
