"""What an opened trace consists of, and how one that is not sealed yet comes to its tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numscope.format.files import Folder
from numscope.format.names import TABLES_FOLDER
from numscope.stores.reading import StoredFiles
from numscope.trace.manifest import noted_problems, read_manifest
from numscope.trace.packs import FolderPacks, Packs
from numscope.trace.table_files import TableFiles, Tables

if TYPE_CHECKING:
    from numscope.trace.sealing import Progress


@dataclass(frozen=True)
class Contents:
    """What an opened trace consists of.

    home: the folder of its small files, all of them but tables and packs, and the trace itself unless it is in a store;
    sources: the folder with those of the program. own: this user recorded it on this host. trusted: what it names may
    be called. fetched: of a trace in a store, what was brought here.
    """

    home: Folder
    sources: Folder
    tables: Tables
    packs: Packs
    manifest: dict[str, Any]
    problems: tuple[str, ...]
    own: bool
    trusted: bool
    fetched: StoredFiles | None = None


def contents_of(
    trace: Folder, manifest: dict[str, Any], own: bool, trusted: bool, progress: Progress | None
) -> Contents:
    """Return what the trace in a folder consists of; it is sealed first unless it is. Raises TraceError."""
    home, manifest, problems = _sealed(trace, manifest, own, progress)
    files = TableFiles(home.folder(TABLES_FOLDER))
    return Contents(trace, home, files, FolderPacks(trace), manifest, problems, own, trusted)


def _sealed(
    trace: Folder, manifest: dict[str, Any], own: bool, progress: Progress | None
) -> tuple[Folder, dict[str, Any], tuple[str, ...]]:
    """Return the folder with the tables, the manifest and the problems, of a raw trace once it is sealed."""
    if manifest.get("state") == "sealed":
        return trace, manifest, noted_problems(manifest)
    # Imported where it is needed: with Arrow's functions it is a quarter of the start of a command.
    from numscope.trace.aside import seal_in_cache, seal_in_temporary
    from numscope.trace.sealing import NoRoomError, StillWrittenError, is_running, may_be_sealed, seal

    if own and may_be_sealed(trace.path):
        try:
            sealing = seal(trace.path, progress)
            return trace, read_manifest(trace), sealing.problems
        except (StillWrittenError, NoRoomError):
            pass
    if own or is_running(trace):
        home, manifest, sealing = seal_in_temporary(trace, manifest, own, progress)
    else:
        home, manifest, sealing = seal_in_cache(trace, manifest, progress)
    return home, manifest, sealing.problems
