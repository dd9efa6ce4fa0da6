"""Values that a library refuses: it raises for NaN or infinities in what it was given, or in what its object holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from numscope.analysis.nan.operands import NonfiniteOperand
from numscope.operations.traits import Trait, has_sql
from numscope.trace import Trace

# How exceptions of libraries speak of such values.
_SAYS_SO = re.compile(r"\b(nans?|infs?|(in|non-?)?finite|infinit\w+|missing|null)\b", re.IGNORECASE)
_MOST = 500


def raising_calls(trace: Trace) -> dict[int, str]:
    """Return the outermost public calls of libraries that ended in an exception, with its text."""
    found = trace.ask(
        f"select id, exception from operations where depth = 0 and exception is not null "
        f"and {has_sql('traits', Trait.STANDS)} and not coalesce(importing, false) order by id limit {_MOST}"
    )
    return {row["id"]: row["exception"] for row in found.to_pylist()}


def refusals(trace: Trace, in_library: Mapping[int, bool]) -> set[int]:
    """Return the public calls that ended in an exception for such values.

    in_library: of each call, whether a library's own line made it. A library may try a call, and catch what is raised
    for another reason: `try: data.astype(float)`.
    """
    if not in_library:
        return set()
    found = trace.ask(
        "select id, exception from operations where exception is not null and id in (select unnest(?::bigint[]))",
        [sorted(in_library)],
    )
    return {
        row["id"]
        for row in found.to_pylist()
        if not in_library[row["id"]] or _SAYS_SO.search(row["exception"])
    }


def given_by_objects(
    raising: Mapping[int, str], by_operation: Mapping[int, Sequence[NonfiniteOperand]]
) -> dict[int, list[NonfiniteOperand]]:
    """Return as operands of a call that refused such values those that its object held, as `model.fit()` does.

    They are what operations inside it were given and an operation before it had already.
    """
    refusing = {call for call, text in raising.items() if call not in by_operation and _SAYS_SO.search(text)}
    if not refusing:
        return {}
    begun = _first_with_content(by_operation)
    held: dict[int, list[NonfiniteOperand]] = {}
    for call, operand in _inside(refusing, by_operation):
        if operand.hash in begun and begun[operand.hash] < call:
            given = operand._replace(operation=call, parent=None, depth=0, in_library=False, flags=0)
            held.setdefault(call, []).append(given._replace(traits=int(Trait.STANDS)))
    return held


def _inside(
    calls: Iterable[int], by_operation: Mapping[int, Sequence[NonfiniteOperand]]
) -> Iterator[tuple[int, NonfiniteOperand]]:
    """Yield what operations inside these calls were given, with the call."""
    within = {call: call for call in calls}
    for operation in sorted(by_operation):
        rows = by_operation[operation]
        call = within.get(rows[0].parent) if rows[0].parent is not None else None
        if call is not None:
            within[operation] = call
            yield from ((call, row) for row in rows if not row.after and not row.literal)


def _first_with_content(
    by_operation: Mapping[int, Sequence[NonfiniteOperand]],
) -> dict[tuple[int, int] | None, int]:
    """Return the first operation that each content was seen at."""
    found: dict[tuple[int, int] | None, int] = {}
    for operation in sorted(by_operation):
        for row in by_operation[operation]:
            if row.hash is not None and not row.literal:
                found.setdefault(row.hash, operation)
    return found
