"""A line that reshapes where a transpose is meant: it hands on the same bytes, and values part behind it."""

from __future__ import annotations

from numscope.analysis.concepts.exchanged_axes import RESHAPES, exchanged
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace

_RESHAPES = """
    select id from operations
    where id < ? and user_visible and parent is null
        and regexp_extract(name, '[a-z_]+$') in (select unnest(?::varchar[]))
    order by id limit 2000
"""


def mixed_axes(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the last such reshape before `parted`; None if the first program has one, too."""
    found = _found(second, parted.id)
    site = found[-1].user_site if found else None
    return (
        None
        if site is None or _found(first, len(first))
        else SourceChange(None, None, *site.place, ("", site.source.strip()))
    )


def _found(trace: Trace, before: int) -> list[Operation]:
    ids = trace.ask(_RESHAPES, [before, list(RESHAPES)])["id"].to_pylist()
    return [one for one in trace.operations.fetch(ids) if exchanged(one) is not None]
