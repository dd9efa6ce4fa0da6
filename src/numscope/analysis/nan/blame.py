"""Which line to blame for an origin, where it isn't the one that called the operation.

A gradient is computed at `loss.backward()` and wrong because of the forward line, unless lines of the program's own ran
there: a checkpointed region again, the `backward` of its own function. What compiled code of a library wrote
is first seen by a later line. A compiled function's own lines are in the source.
"""

from __future__ import annotations

from collections.abc import Iterable

from numscope.analysis.nan.compiled_lines import line_inside
from numscope.analysis.nan.computed_later import line_computed_for
from numscope.analysis.nan.modules import places_of
from numscope.analysis.nan.rows import OriginRow
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Operation, Site, Trace

_OWN_LINES = f"""
    select o.id from operations o join operations node on o.parent = node.id
    where o.id in (select unnest(?::bigint[])) and {has_sql("node.traits", Trait.GRAPH_NODE)}
        and o.user_file is not null
        and (o.user_file is distinct from node.user_file or o.user_line is distinct from node.user_line)
"""


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
        site = (other and _site(other)) or line_computed_for(trace, operation) or _site(operation)
        blamed[operation.id] = line_inside(trace, operation, site) or site
    return blamed


def _site(operation: Operation) -> Site | None:
    return operation.user_site or operation.site


def _forwards(trace: Trace, operations: Iterable[Operation]) -> dict[int, int]:
    """Return the forward operations of those that computed gradients."""
    ids = [operation.id for operation in operations if "::" in operation.name]
    places = places_of(trace, ids) if ids else {}
    forwards = {number: place.forward for number, place in places.items() if place.forward is not None}
    own = ran_own_lines(trace, forwards)
    return {number: forward for number, forward in forwards.items() if number not in own}


def ran_own_lines(trace: Trace, operations: Iterable[int]) -> frozenset[int]:
    """Return those of these operations of a backward pass that another line called than the pass itself."""
    asked = sorted(operations)
    return frozenset(trace.ask(_OWN_LINES, [asked])["id"].to_pylist()) if asked else frozenset()
