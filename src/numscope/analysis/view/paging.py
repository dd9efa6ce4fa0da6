"""One page of the operations that match a search, whatever the size of the trace: DuckDB finds and orders them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from numscope.trace import Operation, Trace

MOST = 500  # operations of a page

KINDS = {
    "visible": "user_visible",
    "all": "true",
    "nonfinite": 'id in (select operation from nonfinite_operands where "after" and not literal)',
    "raised": "(exception is not null or duration_ns is null)",
}
ORDERS = {
    "id": "id",
    "time": "duration_ns desc nulls last, id",
    "self": "self_ns desc nulls last, id",
    "bytes": "bytes_in + bytes_out desc nulls last, id",
    "name": "name, id",
    "from": "user_file, user_line, id",
}
_MATCHES = (
    "(contains(lower(concat_ws(' ', name, concat(user_file, ':', user_line), user_function)), ?) "
    "or contains(lower(coalesce(exception, '')), ?) or concat('#', id) = ?)"
)


@dataclass(frozen=True)
class Wanted:
    """Which operations, and which of them are on the page. kinds, order: keys of KINDS and ORDERS.

    words: each is looked for in name, place and exception, or is `#id`.
    """

    words: tuple[str, ...] = ()
    kinds: str = "visible"
    order: str = "id"
    first: int = 0
    count: int = 100


@dataclass(frozen=True)
class Page:
    """The operations of a page, in order. matching: how many there are on all pages."""

    operations: tuple[Operation, ...]
    matching: int


def page_of_operations(trace: Trace, wanted: Wanted) -> Page:
    """Return the page of `trace` that is wanted; of an unknown kind or order the usual one."""
    conditions = [KINDS.get(wanted.kinds, KINDS["visible"]), *[_MATCHES] * len(wanted.words)]
    values: list[Any] = [word.lower() for word in wanted.words for _ in range(3)]
    where = " and ".join(conditions)
    matching = trace.ask(f"select count(*) n from operations where {where}", values)["n"][0].as_py()
    ids = trace.ask(
        f"select id from operations where {where} order by {ORDERS.get(wanted.order, 'id')} "
        f"limit {min(wanted.count, MOST)} offset {wanted.first}",
        values,
    )["id"].to_pylist()
    found = {operation.id: operation for operation in trace.operations.fetch(sorted(ids))}
    return Page(tuple(found[number] for number in ids), matching)
