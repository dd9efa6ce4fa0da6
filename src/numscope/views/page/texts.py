"""Texts of a trace for a page: whole where that is reasonable, cut and saying so where not."""

from __future__ import annotations

from typing import Any

_MOST = 2_000


def clipped(text: str | None, most: int = _MOST) -> str | None:
    """`text`, or its beginning and how long it is."""
    if text is None or len(text) <= most:
        return text
    return f"{text[:most]}… ({len(text):,} characters)"


class Texts:
    """Texts that repeat, each held once."""

    def __init__(self) -> None:
        self._numbers: dict[str | None, int] = {}

    def number(self, text: str | None) -> int:
        """The number by which `text` is found in `all`."""
        return self._numbers.setdefault(clipped(text), len(self._numbers))

    def all(self) -> list[Any]:
        """The texts, in the order of their numbers."""
        return list(self._numbers)
