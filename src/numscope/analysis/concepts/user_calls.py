"""What the user's own lines called: recorded operations, and calls into libraries with the operations inside them.

A library without a probe leaves no operation of its own, only those that ran inside it. The view `user_calls` puts
together what followed each other from one line; here such a call gets its name from the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from numscope.analysis.concepts.expressions import Instruction, SourceExpressions
from numscope.analysis.concepts.source_lines import source_line
from numscope.trace import Operand, Operation, Site, Trace
from numscope.trace.operation import AFTER

# Of a library's call so many operations are looked at from either end, for what went in and what came out.
_LOOKED_AT = 40
_MOST_OPERANDS = 3
_MUCH_SMALLER = 10
_FRACTIONS = ("float", "complex", "longdouble", "bfloat")


@dataclass(frozen=True)
class UserCall:
    """One call of the user's. operation: id of the operation it is, or of the first inside it; last: of the last one.

    name: of the operation, or the call as the source has it. visible: it is a recorded operation itself. outermost,
    operations: how many operations ran inside that no other contains, and in all. duration_ns: of the outermost.
    """

    operation: int
    last: int
    name: str
    visible: bool
    site: Site | None
    process: int
    thread: int
    outermost: int
    operations: int
    time_ns: int
    duration_ns: int | None
    longest_ns: int | None
    raised: bool
    unfinished: bool

    @property
    def inside(self) -> int:
        """How many operations ran inside it."""
        return self.operations - self.visible


@dataclass(frozen=True)
class CallCounts:
    """How much of a trace is the user's. own: calls of the user's lines; inside: operations that ran inside libraries.

    importing: how many of `inside` were made while modules were imported.
    """

    own: int
    inside: int
    importing: int


def call_counts(trace: Trace) -> CallCounts:
    """Count the calls of the user's own lines, and the operations that libraries made inside them and beside them."""
    row = trace.sql(
        "select count(*) filter (own) own, coalesce(sum(operations) - count(*) filter (own and visible), 0) inside, "
        "coalesce(sum(operations) filter (importing), 0) importing from user_calls"
    ).to_pylist()[0]
    return CallCounts(int(row["own"]), int(row["inside"]), int(row["importing"]))


def user_calls(
    trace: Trace,
    condition: str = "own",
    parameters: list[Any] | None = None,
    limit: int | None = None,
    last: bool = False,
) -> list[UserCall]:
    """Return the calls of the user's own lines in their order: the first `limit`, or the last.

    condition: in SQL, over the columns of the view `user_calls`, with parameters for its `?`.
    """
    bounds = "" if limit is None else f"limit {int(limit)}"
    rows = trace.sql(
        f"select * from user_calls where {condition} order by operation {'desc' if last else ''} {bounds}", parameters
    ).to_pylist()
    names = CallNames(trace, rows)
    return [names.call(row) for row in sorted(rows, key=lambda row: row["operation"])]


def count_calls(trace: Trace, condition: str, parameters: list[Any]) -> int:
    """Return how many calls fulfil a condition."""
    return int(trace.sql(f"select count(*) n from user_calls where {condition}", parameters)["n"][0].as_py())


class CallNames:
    """Names of calls, for rows of the view `user_calls`."""

    def __init__(self, trace: Trace, rows: list[dict[str, Any]]) -> None:
        named = {row["operation"] for row in rows if row["visible"]}
        self._operations = _names_of(trace, named)
        wanted = sorted({site for row in rows if not row["visible"] for site in row["sites"] or ()})
        found = trace.sql(
            "select id, line, function, instruction from sites where id in (select unnest(?::uinteger[]))", [wanted]
        ).to_pylist()
        self._sites = {row["id"]: Instruction(row["function"], row["line"], row["instruction"]) for row in found}
        self._sources: dict[str, SourceExpressions] = {}
        self._known: dict[tuple[Any, ...], str] = {}

    def call(self, row: dict[str, Any]) -> UserCall:
        """Return the call of a row."""
        name = self._operations.get(row["operation"]) if row["visible"] else self._expression(row)
        site = None if row["file"] is None else Site(row["file"], row["line"], row["function"])
        columns = {key: row[key] for key in UserCall.__dataclass_fields__ if key in row}
        return UserCall(**columns, name=name or "?", site=site)

    def _expression(self, row: dict[str, Any]) -> str:
        file, line, sites = row["file"], row["line"], tuple(sorted(row["sites"] or ()))
        if file is None:
            return "beside your lines"
        key = (file, line, sites)
        if key not in self._known:
            source = self._sources.setdefault(file, SourceExpressions(file))
            name = source.named(line, [self._sites[site] for site in sites if site in self._sites])
            self._known[key] = name or source_line(file, line) or str(row["function"] or "?")
        return self._known[key]


def _names_of(trace: Trace, ids: Iterable[int]) -> dict[int, str]:
    wanted = sorted(ids)
    if not wanted:
        return {}
    rows = trace.sql(
        "select id, name from called_operations where id between ? and ? and id in (select unnest(?::bigint[]))",
        [wanted[0], wanted[-1], wanted],
    )
    return dict(zip(rows["id"].to_pylist(), rows["name"].to_pylist(), strict=True))


@dataclass(frozen=True)
class Flowed:
    """What went into a call and came out of it. names: of the operations inside, if they are of one name."""

    inputs: tuple[Operand, ...]
    results: tuple[Operand, ...]
    name: str | None


def flowed(trace: Trace, call: UserCall) -> Flowed:
    """Return the largest arrays that went into the first operations inside `call`, and the last that came out.

    Libraries look at small arrays of their own beforehand, and at masks afterwards.
    """
    first, last = (trace.operations.fetch(_ends(trace, call, order)) for order in ("", "desc"))
    names = {operation.name for operation in (*first, *last)}
    one = names.pop() if len(names) == 1 and call.outermost <= _LOOKED_AT else None
    return Flowed(_largest(_given(first)), _made(last), one)


def _ends(trace: Trace, call: UserCall, order: str) -> list[int]:
    """Return the ids of outermost operations inside a call, or right inside a recorded operation, from one end."""
    inside = "parent = ?" if call.visible else "depth = 0 and id between ? and ? and process = ? and thread = ?"
    given = [call.operation] if call.visible else [call.operation, call.last, call.process, call.thread]
    ids: list[int] = trace.sql(
        f"select id from called_operations where {inside} order by id {order} limit {_LOOKED_AT}", given
    )["id"].to_pylist()
    return ids


def _given(operations: Iterable[Operation]) -> Iterator[Operand]:
    """Yield the arrays that operations read and that none of them had made, each once."""
    known: set[object] = set()
    for operation in operations:
        for operand in operation.operands:
            identity = operand.hash or operand.address
            if operand.is_array() and operand.role not in AFTER and operand.shape and identity not in known:
                yield operand
            known.add(identity)


def _largest(operands: Iterable[Operand]) -> tuple[Operand, ...]:
    """Return the largest arrays of different layouts, in their order."""
    alike: dict[object, Operand] = {}
    for operand in operands:
        alike.setdefault((operand.dtype, operand.shape), operand)
    order = sorted(alike.values(), key=lambda operand: -(operand.data_bytes or 0))[:_MOST_OPERANDS]
    least = (order[0].data_bytes or 0) / _MUCH_SMALLER if order else 0
    return tuple(one for one in alike.values() if one in order and (one.data_bytes or 0) >= least)


def _made(operations: Iterable[Operation]) -> tuple[Operand, ...]:
    """Return the first result that is a fraction, else the first that is no mask, else the first."""
    results = [one for operation in operations for one in operation.operands if one.role in AFTER and one.is_array()]
    fractions = [one for one in results if (one.dtype or "").startswith(_FRACTIONS)]
    others = [one for one in results if one.dtype != "bool"]
    return tuple((fractions or others or results)[:1])
