"""The newest sealed traces in the folders that an editor has open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from numscope.recording.shard import SUFFIX

# Written last when a trace is sealed.
_TABLE = Path("tables", "operations.parquet")


@dataclass(frozen=True)
class Recorded:
    """A trace and when it was sealed: another one is another recording, also under the same name."""

    path: Path
    sealed_ns: int


def latest(folders: Iterable[Path]) -> Recorded | None:
    """Return the newest trace in `folders` and in the folders right inside them; None if there is none."""
    return next(iter(newest_first(folders)), None)


def newest_first(folders: Iterable[Path]) -> list[Recorded]:
    """Return all traces in `folders` and in the folders right inside them, the newest first."""
    found = [recorded for folder in folders for recorded in _sealed(folder)]
    return sorted(found, key=lambda recorded: recorded.sealed_ns, reverse=True)


def _sealed(folder: Path) -> Iterator[Recorded]:
    for pattern in (f"*{SUFFIX}", f"[!.]*/*{SUFFIX}"):
        for path in folder.glob(pattern):
            try:
                yield Recorded(path, (path / _TABLE).stat().st_mtime_ns)
            except OSError:  # not sealed, or gone meanwhile
                continue
