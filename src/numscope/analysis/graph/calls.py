"""A graph of data flow folded by what the user's own lines called."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from numscope.analysis.concepts.user_calls import UserCall, user_calls
from numscope.trace import Operation, Trace


class OwnCalls:
    """The calls of the user's own lines, and which operations ran in each."""

    def __init__(self, trace: Trace) -> None:
        self._calls = {call.operation: call for call in user_calls(trace)}
        rows = trace.ask(
            "select operation, user_call from operations_in_user_calls where user_call is not null"
        )
        self._call_of = dict(zip(rows["operation"].to_pylist(), rows["user_call"].to_pylist(), strict=True))

    def of(self, operation: int) -> UserCall | None:
        """Return the call in which an operation ran; None if it was in none of the user's lines."""
        return self._calls.get(self._call_of.get(operation, -1))

    def own(self, operations: Iterable[Operation]) -> list[Operation]:
        """Return those of the operations that ran in one."""
        return [operation for operation in operations if self.of(operation.id) is not None]

    def grouping(self) -> Callable[[Operation], object]:
        """Return what operations are folded by: their call."""
        return lambda operation: self._call_of[operation.id]
