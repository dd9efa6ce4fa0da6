"""Which operations of a trace to look at: the first or the last that match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.concepts.listed_calls import Listed, listed
from numscope.analysis.concepts.operation_names import did_you_mean
from numscope.analysis.concepts.user_calls import CallCounts, page_of_calls
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

    def of_calls(self) -> tuple[str, list[str]]:
        """The selection as an SQL condition on the view `user_calls`, called `calls`, and its parameters."""
        if not self.patterns:
            return "own", []
        condition, patterns = Selection(self.patterns, user_visible_only=False).condition()
        inside = "o.process = calls.process and o.thread = calls.thread and o.id between operation and last"
        chosen = f"select 1 from called_operations o where depth = 0 and {condition} and {inside}"
        return f"own and exists ({chosen})", patterns


@dataclass(frozen=True)
class Listing:
    """Operations in the order of their ids. matching: how many the selection has; in_all: how many the trace has.

    operations: those of the rows that are recorded operations, and of a listing of all, all. calls: the rows of a
    listing of the user's calls; counts: how much of the trace is the user's.
    """

    operations: tuple[Operation, ...]
    matching: int
    in_all: int
    calls: tuple[Listed, ...] = ()
    counts: CallCounts | None = None


def list_operations(trace: Trace, selection: Selection, limit: int, last: bool = False) -> Listing:
    """The first `limit` operations of `selection`, or the last. Raises UsageError if a pattern fits no name."""
    if selection.user_visible_only:
        return _list_calls(trace, selection, limit, last)
    condition, parameters = selection.condition()
    _check_patterns(trace, selection)
    matching = trace.ask(
        f"select count(*) n from operations where {condition}",
        parameters,
    )["n"][0].as_py()
    ids = trace.ask(
        f"select id from operations where {condition} order by id {'desc' if last else ''} limit {int(limit)}",
        parameters,
    )["id"].to_pylist()
    return Listing(tuple(trace.operations.fetch(sorted(ids))), matching, len(trace))


def _list_calls(trace: Trace, selection: Selection, limit: int, last: bool) -> Listing:
    """List the calls of the user's own lines; with patterns, those that are or hold such an operation."""
    _check_patterns(trace, selection)
    condition, parameters = selection.of_calls()
    page = page_of_calls(trace, condition, parameters, limit, last)
    rows = listed(trace, page.calls)
    visible = tuple(row.operation for row in rows if row.operation is not None)
    return Listing(visible, page.matching, len(trace), rows, page.counts)


def selected_operations(trace: Trace, selection: Selection, limit: int | None = None) -> Iterator[Operation]:
    """All operations of `selection`, or the first `limit`. Raises UsageError if a pattern fits no name."""
    condition, parameters = selection.condition()
    _check_patterns(trace, selection)
    ids = trace.ask(
        f"select id from operations where {condition} order by id {'' if limit is None else f'limit {int(limit)}'}",
        parameters,
    )["id"].to_pylist()
    for start in range(0, len(ids), _PAGE):
        yield from trace.operations.fetch(ids[start : start + _PAGE])


def _check_patterns(trace: Trace, selection: Selection) -> None:
    for pattern in selection.patterns:
        condition, parameters = Selection((pattern,), user_visible_only=False).condition()
        if trace.ask(f"select 1 from calls where {condition} limit 1", parameters).num_rows == 0:
            raise UsageError(
                f"no operation in {trace.path} is called {pattern!r}.{did_you_mean(trace, pattern)}"
            )
