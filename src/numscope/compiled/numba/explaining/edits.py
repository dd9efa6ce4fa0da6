"""Changes of lines of source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Edit:
    """Replace lines `first` to `last` (1-based, inclusive; last = first - 1 inserts) by `lines`."""

    first: int
    last: int
    lines: tuple[str, ...]


def applied(lines: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """Return lines of source with edits made, the last in the file first; insertions keep their order."""
    result = list(lines)
    numbered = sorted(enumerate(edits), key=lambda pair: (pair[1].first, pair[1].last, pair[0]), reverse=True)
    for _, edit in numbered:
        result[edit.first - 1 : edit.last] = edit.lines
    return result
