"""Which operations of a trace to look at: the first or the last that match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numscope.errors import UsageError
from numscope.trace import Operation, Trace

_PAGE = 1000  # operations fetched at a time


@dataclass(frozen=True)
class Selection:
    """Which operations are meant. patterns: shell-style, of names or of their last parts; none: all names."""

    patterns: tuple[str, ...] = ()
    user_visible_only: bool = True

    def condition(self) -> tuple[str, list[str]]:
        """The selection as an SQL condition on the table of calls, and its parameters."""
        conditions = ["user_visible"] if self.user_visible_only else []
        patterns = [name for pattern in self.patterns for name in (pattern, f"*.{pattern}")]
        if patterns:
            conditions.append("(" + " or ".join(["name glob ?"] * len(patterns)) + ")")
        return " and ".join(conditions) or "true", patterns


@dataclass(frozen=True)
class Listing:
    """Operations in the order of their ids. matching: how many the selection has; in_all: how many the trace has."""

    operations: tuple[Operation, ...]
    matching: int
    in_all: int


def list_operations(trace: Trace, selection: Selection, limit: int, last: bool = False) -> Listing:
    """The first `limit` operations of `selection`, or the last. Raises UsageError if a pattern fits no name."""
    condition, parameters = selection.condition()
    _check_patterns(trace, selection)
    matching = trace.sql(
        f"select count(*) n from operations where {condition}",
        parameters,
    )["n"][0].as_py()
    ids = trace.sql(
        f"select id from operations where {condition} order by id {'desc' if last else ''} limit {int(limit)}",
        parameters,
    )["id"].to_pylist()
    return Listing(tuple(trace.operations.fetch(sorted(ids))), matching, len(trace))


def selected_operations(trace: Trace, selection: Selection, limit: int | None = None) -> Iterator[Operation]:
    """All operations of `selection`, or the first `limit`. Raises UsageError if a pattern fits no name."""
    condition, parameters = selection.condition()
    _check_patterns(trace, selection)
    ids = trace.sql(
        f"select id from operations where {condition} order by id {'' if limit is None else f'limit {int(limit)}'}",
        parameters,
    )["id"].to_pylist()
    for start in range(0, len(ids), _PAGE):
        yield from trace.operations.fetch(ids[start : start + _PAGE])


def _check_patterns(trace: Trace, selection: Selection) -> None:
    for pattern in selection.patterns:
        condition, parameters = Selection((pattern,), user_visible_only=False).condition()
        if trace.sql(f"select 1 from calls where {condition} limit 1", parameters).num_rows == 0:
            raise UsageError(f"no operation in {trace.path} is called {pattern!r}.")
