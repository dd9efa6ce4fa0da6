"""`len(np.where(c))` taken for the number of elements that fulfil a condition: it is the number of axes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import COUNT_TRUE

KIND = "meaning"
_PLACES = ("where", "nonzero")


def counted_axes(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that take the length of what `where` gives, an array of places for each axis."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _PLACES, _takes_length):
        given = operation.inputs[0] if operation.inputs else None
        if call.id in found or given is None or given.shape is None or len(operation.inputs) != 1:
            continue
        places = next((one.shape[0] for one in operation.outputs if one.shape), None)
        if places is None or places == len(given.shape):
            continue
        found.add(call.id)
        problem = (
            f"the length of what `{call.name}` gives is the number of axes, {len(given.shape)}: there are "
            f"{places:,} such elements"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, COUNT_TRUE)


def _takes_length(call: Call) -> bool:
    statement = sources.statement(call.text, call.line)
    return any(
        isinstance(inner, ast.Call) and len(inner.args) == 1 and inner in sources.calls_in(length, *_PLACES)
        for length in sources.calls_in(statement, "len")
        for inner in length.args
    )
