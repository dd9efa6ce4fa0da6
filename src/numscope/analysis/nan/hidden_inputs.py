"""Operations on objects that hide their arrays, as torch's DTensor does.

Of what such an object holds nothing is recorded: its operation seems to make the NaN that it only hands on. The
operations that run inside it are given the arrays themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numscope.analysis.concepts.objects_inside import MOST_NESTED
from numscope.analysis.nan.operands import NonfiniteOperand
from numscope.operations.traits import Trait
from numscope.trace import Trace

_ON_OBJECTS = """
    select operation from opaque_operations
    where operation between ? and ? and operation in (select unnest(?::bigint[]))
"""


def hidden_inputs(trace: Trace, by_operation: Mapping[int, Sequence[NonfiniteOperand]]) -> set[int]:
    """Return the operations on such objects inside which an operation on arrays has such values: it stands for them."""
    seeming = [
        one
        for one, rows in by_operation.items()
        if all(row.after for row in rows) and not rows[0].traits & Trait.STANDS
    ]
    inside = [one for one, rows in by_operation.items() if rows[0].depth]
    if not inside or not seeming:
        return set()
    on_objects = set(trace.ask(_ON_OBJECTS, [min(seeming), max(seeming), seeming])["operation"].to_pylist())
    if not on_objects:
        return set()
    outer = _parents(trace, {one: by_operation[one][0].parent for one in inside})
    found: set[int] = set()
    for one in inside:
        above = None if one in on_objects else outer.get(one)
        while above is not None:
            found.add(above)
            above = outer.get(above)
    return found & on_objects


def _parents(trace: Trace, known: dict[int, int | None]) -> dict[int, int | None]:
    """Return `known`, each operation with the one that it ran in, and the same of those, some levels up."""
    outer = dict(known)
    for _ in range(2 * MOST_NESTED):
        unknown = sorted({parent for parent in outer.values() if parent is not None and parent not in outer})
        if not unknown:
            break
        found = trace.ask(
            "select id, parent from operations where id between ? and ? and id in (select unnest(?::bigint[]))",
            [unknown[0], unknown[-1], unknown],
        )
        outer |= dict(zip(found["id"].to_pylist(), found["parent"].to_pylist(), strict=True))
    return outer
