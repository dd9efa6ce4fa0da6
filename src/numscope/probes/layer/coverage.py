"""How much of an installed library's public API is watched, with every hook tried out."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any, Protocol, runtime_checkable

from numscope.probes.layer.entry import Entry
from numscope.probes.layer.installation import Declared, Installation
from numscope.probes.layer.surface import Surface
from numscope.probes.probe import version_of


@dataclass(frozen=True)
class LayerCoverage:
    """The public names of one version of a library; those without a function have a reason."""

    title: str
    version: str
    entries: tuple[Entry, ...]

    @property
    def watched(self) -> int:
        """How many have a hook."""
        return sum(entry.function is not None for entry in self.entries)

    @property
    def computing(self) -> int:
        """How many can compute or move data, as far as is known."""
        return sum(entry.function is not None or entry.computes for entry in self.entries)

    @property
    def percentage(self) -> float:
        """`watched` in percent of `computing`."""
        return 100 * self.watched / self.computing if self.computing else 100.0

    def reasons(self) -> dict[str, int]:
        """Return how many names are not watched, by reason."""
        return dict(Counter(entry.reason for entry in self.entries if entry.function is None).most_common())

    def matching(self, patterns: Sequence[str]) -> LayerCoverage:
        """Return the entries whose name matches one of the shell-style patterns; all without any."""
        if not patterns:
            return self
        kept = (entry for entry in self.entries if any(fnmatchcase(entry.name, one) for one in patterns))
        return replace(self, entries=tuple(kept))

    def as_json(self, limit: int | None) -> dict[str, Any]:
        """Return all of it as JSON data; `limit` cuts the list of entries, not the totals."""
        return {
            "library": self.title,
            "version": self.version,
            "total": len(self.entries),
            "computing": self.computing,
            "watched": self.watched,
            "reasons": self.reasons(),
            "entries": [
                {"name": entry.name, "watched": entry.function is not None, "reason": entry.reason or None}
                for entry in self.entries[:limit]
            ],
        }


@runtime_checkable
class Covered(Protocol):
    """A probe that knows the whole public API of its library."""

    title: str

    def coverage(self) -> LayerCoverage:
        """Return what of the installed library is watched. Raises ImportError if it can't be imported."""
        ...


class Measured(Declared, Protocol):
    """A probe whose library's public API is found in the library itself."""

    library: str
    title: str

    def surface(self) -> Surface:
        """Return where the public API is."""
        ...


def measure(layer: Measured) -> LayerCoverage:
    """List everything public of an installed library, put every hook in place and take it away again.

    Imports the library's public modules; those that the installed version lacks are left out. Raises ImportError if
    the library itself can't be imported.
    """
    import numscope._core as core
    from numscope.probes.hooks import Hooks

    module = importlib.import_module(layer.library)
    for name in layer.surface().modules:
        with suppress(ImportError):
            importlib.import_module(name)
    core.attach_numpy()
    entries = sorted(layer.surface().imported().entries(), key=lambda entry: entry.name)
    hooks = Hooks()
    installation = Installation(layer.surface(), hooks, layer)
    try:
        installation.place()
    finally:
        core.unwatch_all()
    refused = {refusal.name: refusal.reason for refusal in hooks.refusals}
    return LayerCoverage(
        layer.title, version_of(sys.modules[module.__name__]), tuple(_tried(one, refused) for one in entries)
    )


def _tried(entry: Entry, refused: dict[str, str]) -> Entry:
    return entry if entry.name not in refused else entry._replace(function=None, reason=refused[entry.name])
