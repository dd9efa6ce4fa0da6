"""Which line to blame for an origin, where it isn't the one that called the operation.

A gradient is computed at `loss.backward()` and wrong because of the forward line. What compiled code of a library wrote
is first seen by a later line. A compiled function's own lines are in the source.
"""

from __future__ import annotations

from collections.abc import Iterable

from numscope.analysis.nan.compiled_lines import line_inside
from numscope.analysis.nan.modules import places_of
from numscope.analysis.nan.rows import OriginRow
from numscope.trace import Operation, Site, Trace


def blamed_sites(
    trace: Trace, operations: Iterable[Operation], rows: Iterable[OriginRow]
) -> dict[int, Site | None]:
    """Return the line to blame, by operation."""
    operations = list(operations)
    births = {row.operation: row.birth for row in rows if row.birth is not None}
    forwards = _forwards(trace, operations)
    others = {one.id: one for one in trace.operations.fetch({*births.values(), *forwards.values()})}
    blamed = {}
    for operation in operations:
        other = others.get(births.get(operation.id, -1)) or others.get(forwards.get(operation.id, -1))
        site = (other and _site(other)) or _site(operation)
        blamed[operation.id] = line_inside(trace, operation, site) or site
    return blamed


def _site(operation: Operation) -> Site | None:
    return operation.user_site or operation.site


def _forwards(trace: Trace, operations: Iterable[Operation]) -> dict[int, int]:
    """Return the forward operations of those that computed gradients."""
    ids = [operation.id for operation in operations if "::" in operation.name]
    places = places_of(trace, ids) if ids else {}
    return {number: place.forward for number, place in places.items() if place.forward is not None}
