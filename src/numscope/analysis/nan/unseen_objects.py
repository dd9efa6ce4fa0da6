"""Objects that hold values and are computed later, as Dask's arrays are: what went in comes out of another call.

Nothing of what such an object holds is recorded. A call that is given nothing but these seems to make the NaN that
another call put into one of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from numscope.analysis.nan.operands import NonfiniteOperand
from numscope.operations.traits import Trait
from numscope.trace import Trace

# Objects of which nothing is known, by the call that is given one or gives one, and no array beside it: what a probe
# looks into, such as a table, has its arrays there.
_OBJECTS = """
    select operation, role = 'output' given_out,
        any_value(type) filter (kind = 'object') type from operand_layouts
    where operation between ? and ? and operation in (select unnest(?::bigint[]))
        and kind in ('object', 'array', 'scalar') and role in ('input', 'argument', 'output')
    group by all having bool_and(kind = 'object') and any_value(type) is not null
"""


@dataclass(frozen=True)
class UnseenObjects:
    """Which calls put such values into objects of which class, and which get some out of them."""

    into: Mapping[int, str] = field(default_factory=dict)
    out_of: Mapping[int, str] = field(default_factory=dict)


def unseen_objects(trace: Trace, by_operation: Mapping[int, Sequence[NonfiniteOperand]]) -> UnseenObjects:
    """Return the libraries' public calls that put values into objects, and those that get values out of the same class.

    In are those with such values in their inputs alone, out those with some in their results alone.
    """
    public = {one: rows for one, rows in by_operation.items() if rows[0].traits & Trait.STANDS}
    given = [one for one, rows in public.items() if not any(row.after for row in rows)]
    results = [one for one, rows in public.items() if all(row.after for row in rows)]
    if not given or not results:
        return UnseenObjects()
    asked = sorted((*given, *results))
    rows = trace.ask(_OBJECTS, [asked[0], asked[-1], asked]).to_pylist()
    into = {row["operation"]: row["type"] for row in rows if row["given_out"]}
    out_of = {row["operation"]: row["type"] for row in rows if not row["given_out"]}
    return UnseenObjects(
        {one: into[one] for one in given if one in into},
        {one: out_of[one] for one in results if one in out_of},
    )
