"""Tables of a raw trace, made beside it: of one that still runs, or that another user recorded.

A stranger's trace is never changed. Its tables go into the user's cache, `$XDG_CACHE_HOME/numscope/sealed`, so that the
next command finds them; entries not used for a week are removed when others come.
"""

from __future__ import annotations

import functools
import json
import os
import tempfile
import weakref
from typing import Any

import xxhash

from numscope.errors import TraceError
from numscope.format.cache import forget_old, made_whole, open_cache
from numscope.format.files import Folder
from numscope.format.names import PROCESSES, TABLES_FOLDER
from numscope.trace.sealing import (
    Progress,
    Sealing,
    called_from,
    loaded_modules,
    open_shards_of,
    write_tables,
)
from numscope.trace.shipped_code import Texts
from numscope.trace.sources import keep_sources, own_texts

_NOTE = "sealing.json"
_MOST_NOTE_BYTES = 16 << 20


def seal_in_temporary(
    trace: Folder, manifest: dict[str, Any], own: bool, progress: Progress | None
) -> tuple[Folder, dict[str, Any], Sealing]:
    """Write the tables of `trace` as it stands now where they last as long as they are read.

    Returns the folder that holds them, the manifest with what was learnt of sources, and what sealing made. Raises
    TraceError.
    """
    temporary = tempfile.TemporaryDirectory(prefix="numscope-")
    home = Folder.at(temporary.name)
    weakref.finalize(home, temporary.cleanup)
    sealing = _seal(trace, home, progress, functools.partial(own_texts, manifest) if own else None)
    if own:
        manifest = keep_sources(
            home, manifest, called_from(home.folder(TABLES_FOLDER)), loaded_modules(open_shards_of(trace))
        )
    return home, manifest, sealing


def seal_in_cache(
    trace: Folder, manifest: dict[str, Any], progress: Progress | None
) -> tuple[Folder, dict[str, Any], Sealing]:
    """As `seal_in_temporary`, of a stranger's trace, for the next command too."""
    try:
        cache = open_cache("sealed")
        name = _fingerprint(trace)
        found = _found(cache, name)
        if found is None:
            forget_old(cache)
            found = _made(trace, cache, name, progress)
    except OSError:
        return seal_in_temporary(trace, manifest, False, progress)  # no cache, or no room there
    home, sealing = found
    return home, manifest, sealing


def _seal(trace: Folder, home: Folder, progress: Progress | None, texts: Texts | None = None) -> Sealing:
    try:
        return write_tables(open_shards_of(trace), home.make(TABLES_FOLDER), progress, texts)
    except OSError as error:
        raise TraceError(
            f"the tables of {trace.path} can't be written to {home.path}: {error.strerror or error}."
        ) from None


def _fingerprint(trace: Folder) -> str:
    """Return a name for the trace as it is now: of each of its files the inode, the size and the times."""
    processes = trace.folder(PROCESSES)
    facts: list[object] = [_facts(trace.state())]
    for name in sorted(processes.folders()):
        below = processes.folder(name)
        facts.append((name, *((inner, _facts(below.state_of(inner))) for inner in sorted(below.names()))))
    return xxhash.xxh3_128_hexdigest(repr(facts).encode("utf-8", "surrogateescape"))


def _facts(state: os.stat_result) -> tuple[int, ...]:
    # The time of the last change of the inode can't be set by an archive.
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns


def _found(cache: Folder, name: str) -> tuple[Folder, Sealing] | None:
    try:
        home = Folder.at(cache.path / name)
        note = json.loads(home.read(_NOTE, _MOST_NOTE_BYTES))
        os.utime(home.descriptor)
        return home, Sealing(int(note["operations"]), tuple(map(str, note["problems"])))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _made(trace: Folder, cache: Folder, name: str, progress: Progress | None) -> tuple[Folder, Sealing]:
    with made_whole(cache, name) as home:
        sealing = _seal(trace, home, progress)
        note = {"operations": sealing.operations, "problems": sealing.problems}
        home.replace(_NOTE, json.dumps(note).encode())
    return Folder.at(cache.path / name), sealing
