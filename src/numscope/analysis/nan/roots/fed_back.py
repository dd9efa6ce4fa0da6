"""States that are multiplied by the same weights again and again until they overflow: the weights are to blame."""

from __future__ import annotations

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.roots.growth import LAST_STEPS, earlier_runs, growth
from numscope.operations.lore.recursions import MATRIX_PRODUCTS
from numscope.trace import Operation, Trace

_ADVICE = "Scale them (a matrix of n columns by 1/sqrt(n)): its largest eigenvalue decides, 1 is the limit."


def fed_back(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made the weights by which what `operation` was given grew in each turn of a loop."""
    called = operation.user_site or operation.site
    if operation.name not in MATRIX_PRODUCTS or called is None:
        return None
    factor = growth(trace, operation)
    if factor is None:
        return None
    earlier = earlier_runs(trace, operation)
    turns = trace.operations.fetch(earlier[-LAST_STEPS:])
    shared = [
        one
        for one in operation.inputs
        if one.is_array() and all(one.hash in {given.hash for given in turn.inputs} for turn in turns)
    ]
    # Each turn looks at the weights: what made them is before the first.
    maker = maker_of(trace, shared[0], trace.operations[earlier[0]]) if len(shared) == 1 else None
    site = None if maker is None else maker.user_site
    if site is None or site.place == called.place:
        return None
    said = f"makes weights by which numbers grow {factor:.3g}-fold in each turn until {line_of(called, site)} overflows"
    return Root(site, Cause(said, _ADVICE))
