"""A trace in an object store: small files are fetched when it is opened, of tables and packs what a question reads.

A trace that is not sealed, of a program that still runs or whose end nobody waited for, is fetched whole and sealed
here.
"""

from __future__ import annotations

import tempfile
import weakref
from dataclasses import replace
from pathlib import Path, PosixPath

from numscope.errors import TraceError
from numscope.format.cache import cache_path, forget_old, made_whole, open_cache
from numscope.format.files import Folder
from numscope.format.names import PROCESSES, TABLES_FOLDER
from numscope.format.signature import uploaded_by_user
from numscope.stores.fetching import fetch
from numscope.stores.opening import open_store
from numscope.stores.reading import StoredFiles
from numscope.trace import tables
from numscope.trace.contents import Contents, contents_of
from numscope.trace.manifest import noted_problems, read_manifest
from numscope.trace.packs import StoredPacks
from numscope.trace.sealing import Progress
from numscope.trace.stored_tables import StoredTables


class StorePath(PosixPath):
    """A URL where messages take a path."""

    def __str__(self) -> str:
        return super().__str__().replace(":/", "://", 1)


def contents_in_store(url: str, progress: Progress | None, trust: bool) -> Contents:
    """Return what the trace at `url` consists of.

    Raises UsageError if the URL can't be opened, TraceError if there is no trace, StoreError if the store is away.
    """
    files = StoredFiles(open_store(url))
    place = StorePath(url)
    if not is_sealed(files):
        folder = _fetched(files, place)
        found = contents_of(folder, read_manifest(folder), False, trust, progress)
        return replace(found, fetched=files)
    folder = _small_files(files, place)
    manifest = read_manifest(folder)
    own = uploaded_by_user(manifest, url)
    stored, packs = StoredTables(files, place, own), StoredPacks(files, own)
    problems = noted_problems(manifest)
    return Contents(folder, folder, stored, packs, manifest, problems, own, own or trust, files)


def is_sealed(files: StoredFiles) -> bool:
    """Return whether the tables of a trace in a store are there."""
    return all(files.has(f"{TABLES_FOLDER}/{name}.parquet") for name in tables.TABLES)


def _small_files(files: StoredFiles, place: Path) -> Folder:
    """Return a folder, removed with its last user, with the files that are neither tables nor of processes."""
    temporary = tempfile.TemporaryDirectory(prefix="numscope-")
    folder = Folder.at(temporary.name, place)
    weakref.finalize(folder, temporary.cleanup)
    fetch(
        files,
        folder,
        [path for path in files.paths() if path.partition("/")[0] not in (TABLES_FOLDER, PROCESSES)],
    )
    return folder


def _fetched(files: StoredFiles, place: Path) -> Folder:
    """Return the whole trace as it is in the store now, in the user's cache. Raises TraceError if there is no room."""
    name = files.fingerprint()
    try:
        cache = open_cache("fetched")
        if not cache.has(name):
            forget_old(cache)
            with made_whole(cache, name) as folder:
                fetch(files, folder, files.paths())
        return Folder.at(cache.path / name, place)
    except OSError as error:
        raise TraceError(f"{place} can't be fetched to {cache_path()}: {error.strerror or error}.") from None
