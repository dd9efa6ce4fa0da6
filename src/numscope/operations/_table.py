"""How a library's table is put together of groups of names that have traits in common."""

from __future__ import annotations

from collections.abc import Iterable


def table(groups: Iterable[tuple[int, str]], prefix: str = "") -> dict[str, int]:
    """Return name -> traits of groups (traits, names between spaces); a name in several groups has all their traits."""
    found: dict[str, int] = {}
    for traits, names in groups:
        for name in names.split():
            found[prefix + name] = found.get(prefix + name, 0) | traits
    return found
