"""How much of the installed NumPy is watched: the catalogue, with every hook tried out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from types import ModuleType
from typing import Any

from numscope.probes.numpy import watch
from numscope.probes.numpy.catalogue import catalogue
from numscope.probes.numpy.entry import Entry, Standing
from numscope.probes.numpy.namespaces import LEFT_OUT, import_all


@dataclass(frozen=True)
class Coverage:
    """The entries of one NumPy version, and counts of how they stand."""

    version: str
    entries: tuple[Entry, ...]

    def count(self, standing: Standing) -> int:
        """How many entries stand so."""
        return sum(entry.standing is standing for entry in self.entries)

    @property
    def with_data(self) -> int:
        """How many entries compute or move array data."""
        return len(self.entries) - self.count(Standing.NO_DATA)

    @property
    def recorded(self) -> int:
        """How many of those leave a record, their own or of what they call."""
        return self.with_data - self.count(Standing.UNACCOUNTED)

    @property
    def percentage(self) -> float:
        """`recorded` in percent of `with_data`."""
        return 100 * self.recorded / self.with_data if self.with_data else 100.0

    def matching(self, patterns: Sequence[str]) -> Coverage:
        """The entries one of whose names matches one of the shell-style patterns; all without any."""
        if not patterns:
            return self
        kept = [
            entry
            for entry in self.entries
            if any(
                fnmatchcase(name, pattern) for name in (entry.name, *entry.aliases) for pattern in patterns
            )
        ]
        return Coverage(self.version, tuple(kept))

    def as_json(self, limit: int | None) -> dict[str, Any]:
        """All of it as JSON data; `limit` cuts the list of entries, not the totals."""
        return {
            "numpy": self.version,
            "total": len(self.entries),
            "totals": {standing.value: self.count(standing) for standing in Standing},
            "with_data": self.with_data,
            "recorded": self.recorded,
            "left_out_modules": LEFT_OUT,
            "entries": [_entry_as_json(entry) for entry in self.entries[:limit]],
        }


def _entry_as_json(entry: Entry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "kind": entry.kind,
        "standing": entry.standing.value,
        "mechanism": entry.mechanism.value if entry.mechanism else None,
        "slots": list(entry.slots),
        "reason": entry.reason.text if entry.reason else None,
        "aliases": list(entry.aliases),
    }


def measure(numpy: ModuleType) -> Coverage:
    """List everything public, put every hook in place and take it away again.

    An entry whose hook is refused counts as unaccounted for. Imports all of NumPy.
    """
    import_all(numpy)
    entries = sorted(catalogue(numpy), key=lambda entry: entry.name)
    try:
        refused = {refusal.name: refusal.reason for refusal in watch.install(numpy, scalars=True)}
    finally:
        watch.remove()
    return Coverage(numpy.__version__, tuple(_tried(entry, refused) for entry in entries))


def _tried(entry: Entry, refused: dict[str, str]) -> Entry:
    if entry.name not in refused:
        return entry
    return dataclasses.replace(entry, mechanism=None, reason=None, refusal=refused[entry.name])
