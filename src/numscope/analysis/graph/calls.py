"""A graph of data flow folded by what the user's own lines called."""

from __future__ import annotations

from collections.abc import Iterable

from numscope.analysis.concepts.user_calls import UserCall, user_calls
from numscope.trace import Operation, Trace


class OwnCalls:
    """The calls of the user's own lines, and which operations ran in each."""

    def __init__(self, trace: Trace) -> None:
        self._calls = {call.operation: call for call in user_calls(trace)}
        rows = trace.ask(
            "select operation, user_call from operations_in_user_calls where user_call is not null"
        )
        self._call_of: dict[int, int] = dict(
            zip(rows["operation"].to_pylist(), rows["user_call"].to_pylist(), strict=True)
        )

    def of(self, operation: int) -> UserCall | None:
        """Return the call in which an operation ran; None if it was in none of the user's lines."""
        return self._calls.get(self._call_of.get(operation, -1))

    def own(self, operations: Iterable[Operation]) -> list[Operation]:
        """Return those of the operations that ran in one."""
        return [operation for operation in operations if self.of(operation.id) is not None]

    def among(self, operations: Iterable[Operation]) -> set[int]:
        """Return the calls in which any of the operations ran."""
        return {self._call_of[operation.id] for operation in operations}

    def number(self, operation: Operation) -> int:
        """Return the call of an operation that ran in one."""
        return self._call_of[operation.id]

    def line(self, operation: Operation) -> object:
        """Return the file, the line and the function that the call of an operation stands in."""
        call = self._calls[self.number(operation)]
        return call.operation if call.site is None else (*call.site.place, call.site.function)
