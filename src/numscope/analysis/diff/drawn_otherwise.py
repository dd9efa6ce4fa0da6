"""A random number that is drawn before others which the first program draws first: all later ones are others, too."""

from __future__ import annotations

from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operation, Trace

_DRAWS = f"""
    select id, name from operations where depth = 0 and user_visible and {has_sql("traits", Trait.DRAWS)} order by id
    limit 20000
"""


def drawn_otherwise(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of a draw that stands where the first program draws by another function.

    None unless both have drawn by the same functions, one after the other, before it.
    """
    site = parted.user_site or parted.site
    if site is None or not parted.traits & Trait.DRAWS:
        return None
    before, after = (trace.ask(_DRAWS).to_pylist() for trace in (first, second))
    place = next((place for place, row in enumerate(after) if row["id"] == parted.id), None)
    if place is None or place >= len(before):
        return None
    names = [[row["name"] for row in rows[: place + 1]] for rows in (before, after)]
    if names[0][:-1] != names[1][:-1] or names[0] == names[1]:
        return None
    old = first.operations[before[place]["id"]]
    instead = old.user_site or old.site
    said = "" if instead is None else instead.source.strip()
    return SourceChange(None, None, *site.place, (said, site.source.strip()))
