"""What the calls of the user's own lines cost, added up."""

from __future__ import annotations

from typing import Any

from numscope.analysis.concepts.user_calls import CallCounts, CallNames, added_counts
from numscope.trace import Trace
from numscope.trace.calls_of_users import KINDS
from numscope.trace.parts import map_parts, sizes_of_user_calls

IMPORTING, BESIDE = "imports", "beside your lines"
_ADDED = ("calls", "total_ns", "bytes_in", "bytes_out", "raised")
# A recorded operation by its name; a call into a library by its line, and by where in it its operations came from.
_GROUP = """
    own, importing, visible,
    case when visible then name end as name, case when visible then null else file end as file,
    case when visible then null else line end as line,
    case when visible or not own then null else sites end as sites
    """
_SUMS = """
    count(*) calls, sum(duration_ns) total_ns, max(duration_ns) longest_ns,
    sum(bytes_in) bytes_in, sum(bytes_out) bytes_out, sum(operations) operations
    """
_MADE = ("temporaries", "temporary_bytes", "copies", "copied_bytes")


def costs_of_calls(trace: Trace, made: str) -> tuple[list[dict[str, Any]], CallCounts]:
    """Return a row for each recorded operation by its name, and for each call into a library by its name and line.

    And how much of the trace is the user's.

    made: a query of arrays that outermost operations made, by operation, with whether they are temporaries and copies.
    """
    found: dict[tuple[str, str | None], dict[str, Any]] = {}
    counts = []
    for rows, counted in map_parts(trace, _costs, made, sizes=sizes_of_user_calls):
        counts.append(counted)
        for row in rows:
            _add(row, found)
    return [{**row, "self_ns": row["total_ns"]} for row in found.values()], added_counts(counts)


def _costs(part: Trace, made: str) -> tuple[list[dict[str, Any]], CallCounts]:
    """Return the costs of a part of the trace, each row with the name and the line of its calls, and its counts."""
    rows = part.ask(_query(made)).to_pylist()
    names = CallNames(part, rows)
    added = (*_ADDED, *_MADE, "longest_ns")
    named = ((row, *_group(row, names)) for row in rows)
    costs = [
        {"group": name, "place": place, **{column: row[column] for column in added}}
        for row, name, place in named
    ]
    return costs, _counts(rows)


def _counts(rows: list[dict[str, Any]]) -> CallCounts:
    """Return of the same rows what `call_counts` asks for: one more query took a tenth of the time."""
    own = sum(row["calls"] for row in rows if row["own"])
    recorded = sum(row["calls"] for row in rows if row["own"] and row["visible"])
    importing = sum(row["operations"] for row in rows if row["importing"])
    return CallCounts(own, sum(row["operations"] for row in rows) - recorded, importing)


def _add(row: dict[str, Any], found: dict[Any, dict[str, Any]]) -> None:
    name, place = row["group"], row["place"]
    known = found.setdefault(
        (name, place),
        {"group": name, "place": place, "longest_ns": 0, **dict.fromkeys((*_ADDED, *_MADE), 0)},
    )
    for column in (*_ADDED, *_MADE):
        known[column] += row[column]
    known["longest_ns"] = max(known["longest_ns"], row["longest_ns"])


def _group(row: dict[str, Any], names: CallNames) -> tuple[str, str | None]:
    if not row["own"]:
        return (IMPORTING if row["importing"] else BESIDE), None
    return names.name(row), None if row["visible"] else f"{row['file']}:{row['line']}"


def _query(made: str) -> str:
    return f"""
        with made as (
            {made}
        ), made_in_call as (
            select user_call, count(*) filter (temporary) temporaries, sum(bytes) filter (temporary) temporary_bytes,
                count(*) filter (copied) copies, sum(bytes) filter (copied) copied_bytes
            from made join operations_in_user_calls using (operation) where outermost group by user_call
        ), alike as (
            -- First by numbers, and apart from calls that have a list: by all at once it takes twice as long.
            select call, own, importing, raised, {_SUMS} from user_calls where sites is null group by all
            union all by name
            select call, own, importing, raised, list_sort(sites) as sites, {_SUMS}
            from user_calls where sites is not null group by all
            union all by name
            -- Few calls made large arrays: they are looked up in all calls, not all calls among them.
            select call, own, importing, raised, list_sort(sites) as sites,
                temporaries, temporary_bytes, copies, copied_bytes
            from made_in_call join user_calls on operation = user_call
        )
        select {_GROUP}, any_value(function) as function,
            sum(calls)::bigint calls, sum(operations)::bigint operations,
            coalesce(sum(total_ns), 0)::bigint total_ns, coalesce(max(longest_ns), 0)::bigint longest_ns,
            sum(bytes_in)::bigint bytes_in, sum(bytes_out)::bigint bytes_out,
            coalesce(sum(calls) filter (raised and visible), 0)::bigint raised,
            coalesce(sum(temporaries), 0)::bigint temporaries,
            coalesce(sum(temporary_bytes), 0)::bigint temporary_bytes,
            coalesce(sum(copies), 0)::bigint copies, coalesce(sum(copied_bytes), 0)::bigint copied_bytes
        from alike join (select call, visible, name, file, line, function from {KINDS}) using (call) group by all
        """
