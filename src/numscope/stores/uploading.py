"""Bringing a trace into a store while it is recorded: segments as they are closed, the rest when it has ended."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress

from numscope.format.files import File, Folder
from numscope.format.names import FACTS, MANIFEST, PROCESSES, SOURCES, TABLES_FOLDER
from numscope.format.segments import EVENTS, place_of
from numscope.format.signature import recorded_here, signed_for
from numscope.stores.objects import Stored, digest_of, name_of, outdated, stored_files
from numscope.stores.store import Store

_MOST_BYTES = 16 << 20


class Upload:
    """Brings the trace in `trace` into `store`; goes on where an earlier one ended. Methods raise StoreError, OSError.

    bytes_put: how many bytes were sent.
    """

    def __init__(self, trace: Folder, store: Store) -> None:
        self._trace, self._store = trace, store
        self._stored: dict[str, Stored] | None = None
        # By path what a file was like when it was compared: a file that was not touched is not read again.
        self._seen: dict[str, tuple[int, ...]] = {}
        self.bytes_put = 0

    def begin(self) -> None:
        """Store the manifest, signed for where it goes: what follows can be read."""
        manifest = json.loads(self._trace.read(MANIFEST, _MOST_BYTES))
        if recorded_here(self._trace, manifest):
            manifest = signed_for(manifest, self._store.url)
        with tempfile.TemporaryFile() as draft:
            draft.write(json.dumps(manifest, indent=2).encode())
            draft.flush()
            self._put_file(File(os.dup(draft.fileno()), self._trace.path / MANIFEST), MANIFEST)

    def closed_segments(self) -> None:
        """Store the segments that their processes have closed. What is removed meanwhile is left out."""
        processes = self._trace.folder(PROCESSES)
        for name in processes.folders():
            segment = processes.folder(name)
            if not _is_closed(segment):
                continue
            try:
                self._put_folder(segment, f"{PROCESSES}/{name}/")
            except FileNotFoundError:
                continue  # its process dropped it
            home = place_of(name)[0]
            with suppress(FileNotFoundError), processes.folder(home).file(FACTS) as file:
                self._put_file(file, f"{PROCESSES}/{home}/{FACTS}")

    def whole(self) -> None:
        """Store all there is, the manifest last; then remove what the tables of a sealed trace replace."""
        processes = self._trace.folder(PROCESSES)
        paths = set()
        for name in processes.folders():
            paths |= self._put_folder(processes.folder(name), f"{PROCESSES}/{name}/")
        for name in (SOURCES, TABLES_FOLDER):
            paths |= self._put_folder(self._trace.folder(name), f"{name}/")
        paths |= self._put_folder(self._trace, "")
        self.begin()
        if self._trace.has(TABLES_FOLDER):
            for path in set(self._known()) - paths - {MANIFEST}:
                self._store.delete(self._known().pop(path).name)
        for name in list(outdated(self._store)):
            self._store.delete(name)

    def missing_here(self) -> list[str]:
        """Return the paths of stored segments' files that the folder no longer holds."""
        processes = self._trace.folder(PROCESSES)
        found = []
        for path in self._known():
            parts = path.split("/")
            if parts[0] == PROCESSES and not processes.folder(parts[1]).has(parts[2]):
                found.append(path)
        return found

    def _put_folder(self, folder: Folder, above: str) -> set[str]:
        """Store the files of a folder, the events last: what has events is whole. Returns their paths.

        The manifest, which is signed for where it goes, is not among them. above: the path of the folder.
        """
        names = set(folder.names()) - set(folder.folders()) - {MANIFEST}
        # All are open before any is sent: a process that drops a segment meanwhile takes none of them away.
        held = {name: folder.file(name) for name in sorted(names) if not name.startswith(".")}
        for name in sorted(held, key=lambda name: (name.startswith(EVENTS), name)):
            self._put_file(held[name], above + name)
        return {above + name for name in held}

    def _put_file(self, file: File, path: str) -> None:
        state = file.state()
        if self._seen.get(path) == state:
            return
        digest = digest_of(file)
        earlier = self._known().get(path)
        if earlier is None or earlier.hash != digest:
            version = earlier.version + 1 if earlier else 1
            name = name_of(path, version, digest)
            self._store.put(name, file)
            self._known()[path] = Stored(name, file.size, version, digest)
            self.bytes_put += file.size
        self._seen[path] = state

    def _known(self) -> dict[str, Stored]:
        if self._stored is None:
            self._stored = stored_files(self._store)
        return self._stored


def _is_closed(segment: Folder) -> bool:
    """Return whether its process goes on elsewhere: it lets the mapped tails go."""
    names = segment.names()
    return any(name.startswith(EVENTS) for name in names) and not any(
        name.endswith(".tail") for name in names
    )
