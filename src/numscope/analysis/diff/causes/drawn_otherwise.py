"""A random number that is drawn before others which the first program draws first: all later ones are others, too."""

from __future__ import annotations

from itertools import takewhile

from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operation, Trace

_DRAWS = f"""
    select id, name from operations where depth = 0 and user_visible and {has_sql("traits", Trait.DRAWS)} order by id
    limit 20000
"""


def drawn_otherwise(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the first draw, up to `parted`, that stands where the first program draws by another function.

    None unless `parted` is a draw, or if the first run has what was drawn there: a loop may have become an array.
    """
    if not parted.traits & Trait.DRAWS:
        return None
    before, after = (trace.ask(_DRAWS).to_pylist() for trace in (first, second))
    pairs = takewhile(lambda both: both[1]["id"] <= parted.id, zip(before, after, strict=False))
    unlike = next((both for both in pairs if both[0]["name"] != both[1]["name"]), None)
    if unlike is None:
        return None
    old, new = unlike
    drawn = second.operations[new["id"]]
    contents = {one.hash for one in drawn.outputs if one.hash is not None}
    site, instead = drawn.user_site, first.operations[old["id"]].user_site
    if site is None or not contents or known_contents(first, contents):
        return None
    said = "" if instead is None else instead.source.strip()
    return SourceChange(None, None, site.file, site.line, (said, site.source.strip()))
