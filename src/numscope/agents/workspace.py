"""The folder that an assistant works in: nothing outside of it is recorded or read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from numscope.errors import NumscopeError, UsageError
from numscope.recording.shard import SUFFIX
from numscope.trace.manifest import open_folder, read_manifest

_DEEPEST = 3  # folders below the root in which traces are looked for


@dataclass(frozen=True)
class KnownTrace:
    """A trace of the workspace. path: from its root; command: what was recorded."""

    path: str
    command: str
    created_ns: int


@dataclass(frozen=True)
class Workspace:
    """root: an absolute path without links."""

    root: Path

    def path(self, name: str) -> Path:
        """Return a path in the workspace. Raises UsageError if it leads out of it, also by a link."""
        path = (self.root / name).resolve()
        if not path.is_relative_to(self.root):
            raise UsageError(f"{name} lies outside of the workspace {self.root}")
        return path

    def trace(self, name: str) -> Path:
        """Return the path of a trace that is there. Raises UsageError if it is not."""
        path = self.path(name)
        if not path.is_dir():
            names = ", ".join(trace.path for trace in self.traces()) or "none yet"
            raise UsageError(f"there is no trace {name}; traces of the workspace: {names}")
        return path

    def traces(self) -> list[KnownTrace]:
        """Return the traces of the workspace, the newest first."""
        return sorted(self._found(), key=lambda trace: -trace.created_ns)

    def _found(self) -> Iterator[KnownTrace]:
        for depth in range(_DEEPEST):
            for path in self.root.glob("[!.]*/" * depth + f"*{SUFFIX}"):
                try:
                    manifest = read_manifest(open_folder(self.path(str(path))))
                except NumscopeError:  # a folder that is only called so, or a link that leads out of here
                    continue
                yield KnownTrace(
                    str(path.relative_to(self.root)), _command(manifest), int(manifest.get("created_ns") or 0)
                )


def _command(manifest: dict[str, object]) -> str:
    command = manifest.get("command")
    words = command if isinstance(command, list) else []
    return json.dumps([str(word) for word in words], ensure_ascii=True)
