"""Numbers as bars of one letter each."""

from __future__ import annotations

_SPARKS = "▁▂▃▄▅▆▇█"


def spark(share: float) -> str:
    """Return the bar of a share of the highest, from 0 to 1."""
    return _SPARKS[round(share * (len(_SPARKS) - 1))]
