"""Two arrays whose rows belong together, such as samples and labels, of which one is put into another order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.training_ledger import grouped
from numscope.user_code import is_user_file

KIND = "order"
_LEAST_ROWS = 4
_MOST_CALLS = 4000
# Rows taken by a list of numbers.
_TAKEN = """
    select o.id, o.process, o.user_file as file, o.user_line as line, p.hash as base, p.address as base_at,
        p.shape[1] as base_rows, r.hash as result, r.address as result_at, i.hash as rows, i.address as rows_at,
        i.shape[1] as count
    from operands p join called_operations o on p.operation = o.id
        join operands i on i.operation = o.id and i.role = 'input' and i.position = 1
        join operands r on r.operation = o.id and r.role = 'output' and r.kind = 'array'
    where split_part(o.name, '::', 2) in ('index', 'index_select') and o.user_visible and not o.in_library
        and p.position = 0 and p.role = 'input' and p.kind = 'array' and p.hash is not null and i.kind = 'array'
        and i.dtype like 'int%' and i.hash is not null and len(i.shape) = 1 and r.hash is not null
        and i.shape[1] >= 4 and user_file is not null
    order by o.id
"""
_READ_LATER = """
    select 1 from operands p join called_operations o on p.operation = o.id
    where p.hash = ? and p.address = ? and p.operation > ? and o.process = ? and p.role in ('input', 'mutated')
        and o.parent is null limit 1
"""
_READ_BETWEEN = """
    select 1 from operands p join called_operations o on p.operation = o.id
    where p.hash = ? and p.address = ? and p.operation > ? and p.operation < ? and o.process = ?
        and p.role in ('input', 'mutated') and o.parent is null limit 1
"""

Row = dict[str, Any]


def paired_rows(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that put one of two arrays into another order than the other, whose rows belong to its rows.

    Rows belong together where one list of numbers takes them from both arrays.
    """
    if not evidence.ledger.steps:
        return
    rows = evidence.trace.ask(_TAKEN).to_pylist()
    if len(rows) > _MOST_CALLS:
        return
    orders = [row for row in rows if row["count"] == row["base_rows"] >= _LEAST_ROWS]
    # Of what is put in order, what was it before, and what has it become?
    before = {(row["process"], row["result"], row["result_at"]): row for row in rows}
    reordered = {(row["process"], row["result"], row["result_at"]): row for row in orders}
    found: dict[tuple[str, int], list[tuple[Row, str]]] = {}
    together = grouped(rows, _list_of)
    for partners in _pairs(together.values()):
        for one, other in pairwise(partners):
            # Both were put into an order of their own, and then taken from by one list.
            first, second = (
                reordered.get((row["process"], row["base"], row["base_at"])) for row in (one, other)
            )
            if first is not None and second is not None and first["rows"] != second["rows"]:
                found.setdefault((first["file"], first["line"]), []).append((first, _both(first, second)))
    for order in orders:
        source = before.get((order["process"], order["base"], order["base_at"]))
        partners = _partners(together, source) if source else []
        if not source or not partners or _used_before(evidence, partners[0], order):
            continue
        again = [
            row
            for row in orders
            if row["id"] > source["id"] and any(_is_of(row, partner) for partner in partners)
        ]
        if any(row["rows"] == order["rows"] for row in again):
            continue  # rows are also used in their first order on purpose, as in a blend of two samples
        partner = partners[0]
        if again and order["id"] < again[0]["id"]:
            found.setdefault((order["file"], order["line"]), []).append((order, _both(order, again[0])))
        elif (
            not again and _reads(evidence, partner, order["id"]) and not _reads(evidence, source, order["id"])
        ):
            where = place_beside(partner["file"], partner["line"], order["file"])
            text = f"and what {where} took with them stays as it was"
            found.setdefault((order["file"], order["line"]), []).append((order, text))
    for (file, line), members in found.items():
        order, text = members[0]
        if is_user_file(file):
            problem = (
                f"{order['count']:,} rows are put into another order, {text}: rows no longer belong together"
            )
            fix = "make one order, and take the rows of both arrays by it"
            yield Finding(
                KIND, file, line, None, order["id"], len(members), problem, fix, f"show T {order['id']}"
            )


def _both(one: Row, other: Row) -> str:
    where = place_beside(other["file"], other["line"], one["file"])
    return f"and those that belong to them into yet another one in {where}"


def _list_of(row: Row) -> tuple[object, ...]:
    """Return by which list a call takes rows, and from how many."""
    return row["process"], row["rows"], row["rows_at"], row["base_rows"]


def _pairs(together: Iterable[list[Row]]) -> list[list[Row]]:
    """Return the calls that take rows by one and the same list from arrays of the same length."""
    return [
        list({(row["base"], row["base_at"]): row for row in members}.values())
        for members in together
        if len({row["base"] for row in members}) > 1
    ]


def _partners(together: Mapping[tuple[object, ...], list[Row]], source: Row) -> list[Row]:
    """Return the calls that took the rows of another array by the same list."""
    return [
        row
        for row in together[_list_of(source)]
        if row["base"] != source["base"] and abs(row["id"] - source["id"]) < _NEAR
    ]


# Lists of numbers come again at one address: two calls of one step are near each other.
_NEAR = 100


def _is_of(row: Row, taken: Row) -> bool:
    return (row["process"], row["base"], row["base_at"]) == (
        taken["process"],
        taken["result"],
        taken["result_at"],
    )


def _used_before(evidence: Evidence, partner: Row, order: Row) -> bool:
    """Return whether the pair was used in its first order: another order beside it makes pairs that do not match."""
    given = [partner["result"], partner["result_at"], partner["id"], order["id"], partner["process"]]
    return bool(evidence.trace.ask(_READ_BETWEEN, given).num_rows)


def _reads(evidence: Evidence, taken: Row, after: int) -> bool:
    given = [taken["result"], taken["result_at"], after, taken["process"]]
    return bool(evidence.trace.ask(_READ_LATER, given).num_rows)
