"""Relations that are computed, not asked for, when a view that needs them is first named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numscope.trace.calls_of_users import (
    CALL_RANGES,
    CALL_ROWS,
    KINDS,
    OPERATION_ROWS,
    SPANS,
    SPANS_OF_CALLS,
    Ask,
    operations_in_calls,
    ranges_of_calls,
    rows_of_calls,
)
from numscope.trace.chosen_slots import SLOTS_OF_CALLS, SLOTS_OF_CALLS_QUERY
from numscope.trace.read_model import CALL_KINDS

Computed = tuple[str, Callable[[Ask], Any]]

_KINDS_OF_CALLS: Computed = (KINDS, lambda ask: ask(CALL_KINDS))
_RANGES_OF_CALLS: tuple[Computed, ...] = (
    _KINDS_OF_CALLS,
    (SPANS, lambda ask: ask(SPANS_OF_CALLS)),
    (CALL_RANGES, ranges_of_calls),
)
# By view: the relations below it, each with what computes it of a function that answers queries.
COMPUTED: dict[str, tuple[Computed, ...]] = {
    "library_ranges": _RANGES_OF_CALLS,
    "user_calls": (*_RANGES_OF_CALLS, (CALL_ROWS, rows_of_calls)),
    "operations_in_user_calls": (*_RANGES_OF_CALLS, (OPERATION_ROWS, operations_in_calls)),
    "visible_operations": (_KINDS_OF_CALLS,),
    "call_slots": ((SLOTS_OF_CALLS, lambda ask: ask(SLOTS_OF_CALLS_QUERY)),),
}
