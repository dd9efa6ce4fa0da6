"""What the user's own lines called: recorded operations, and calls into libraries with the operations inside them.

A library without a probe leaves no operation of its own, only those that ran inside it. The view `user_calls` puts
together what followed each other from one line; here such a call gets its name from the source.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from numscope.analysis.concepts.expressions import Instruction, SourceExpressions
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Site, Trace
from numscope.trace.operation import AFTER
from numscope.trace.parts import map_parts, sizes_of_user_calls

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
    bytes_in: int
    bytes_out: int
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


_COUNTS = """
    count(*) filter (own) own, coalesce(sum(operations) - count(*) filter (own and visible), 0)::bigint inside,
    coalesce(sum(operations) filter (importing), 0)::bigint importing
    """


def call_counts(trace: Trace) -> CallCounts:
    """Count the calls of the user's own lines, and the operations that libraries made inside them and beside them."""
    return added_counts(map_parts(trace, _counts_of_part, sizes=sizes_of_user_calls))


def _counts_of_part(part: Trace) -> CallCounts:
    """Return the counts of a part of a trace, to be added up."""
    return CallCounts(**part.ask(f"select {_COUNTS} from user_calls").to_pylist()[0])


def added_counts(parts: Iterable[CallCounts]) -> CallCounts:
    """Return the counts of all parts together."""
    found = list(parts)
    own, inside, importing = (
        sum(getattr(one, name) for one in found) for name in ("own", "inside", "importing")
    )
    return CallCounts(own, inside, importing)


def user_calls(trace: Trace, condition: str = "own") -> list[UserCall]:
    """Return the calls of the user's own lines in their order; condition: in SQL, over the view `user_calls`."""
    rows = trace.ask(f"select * from user_calls where {condition} order by operation").to_pylist()
    return CallNames(trace, rows).calls(rows)


@dataclass(frozen=True)
class CallPage:
    """Some of the calls that were asked for, how many there are, and how much of the trace is the user's."""

    calls: list[UserCall]
    matching: int
    counts: CallCounts


def page_of_calls(
    trace: Trace, condition: str, parameters: list[Any], limit: int, last: bool = False
) -> CallPage:
    """Return the first `limit` calls that fulfil a condition in SQL over the view `user_calls`, or the last."""
    counts = call_counts(trace)
    matching = counts.own
    if condition != "own":
        found = trace.ask(f"select count(*) from user_calls as calls where {condition}", parameters)
        matching = found[0][0].as_py()
    order = f"order by operation {'desc' if last else ''} limit {int(limit)}"
    found = trace.ask(f"select operation from user_calls as calls where {condition} {order}", parameters)
    ids = found["operation"].to_pylist()
    # A range is read alone, in 0.1 s. To sort ten million rows with all their columns took 3 s.
    chosen = f"operation between {min(ids)} and {max(ids)}" if ids else "false"
    rows = trace.ask(
        f"select * from user_calls as calls where {chosen} and {condition}", parameters
    ).to_pylist()
    rows.sort(key=lambda row: row["operation"])
    return CallPage(CallNames(trace, rows).calls(rows), matching, counts)


def importing_operations(trace: Trace) -> frozenset[int]:
    """Return the ids of operations that libraries made while a line of the user's imported them."""
    rows = trace.ask(
        "select operation from operations_in_user_calls "
        "where user_call in (select operation from user_calls where importing)"
    )
    return frozenset(rows["operation"].to_pylist())


def name_of_call(trace: Trace, operation: Operation) -> str:
    """Return the name of the user's call that an operation is, or that a library ran it in: `print()`."""
    if operation.user_visible:
        return operation.name
    call = "select user_call from operations_in_user_calls where operation = ?"
    rows = trace.ask(f"select * from user_calls where operation = ({call})", [operation.id]).to_pylist()
    return CallNames(trace, rows).name(rows[0]) if rows else operation.name


class CallNames:
    """Names of calls, for rows of the view `user_calls`."""

    def __init__(self, trace: Trace, rows: list[dict[str, Any]]) -> None:
        wanted = sorted({site for row in rows if not row["visible"] for site in row["sites"] or ()})
        found = trace.ask(
            "select id, line, function, instruction from sites where id in (select unnest(?::uinteger[]))",
            [wanted],
        ).to_pylist()
        self._sites = {
            row["id"]: Instruction(row["function"], row["line"], row["instruction"]) for row in found
        }
        self._sources = trace.sources
        self._python = _python_version(trace)
        self._expressions: dict[str, SourceExpressions] = {}
        self._known: dict[tuple[Any, ...], str] = {}

    def calls(self, rows: Iterable[dict[str, Any]]) -> list[UserCall]:
        """Return the calls of rows."""
        return [self._call(row) for row in rows]

    def _call(self, row: dict[str, Any]) -> UserCall:
        site = (
            None
            if row["file"] is None
            else Site(row["file"], row["line"], row["function"], False, self._sources)
        )
        columns = {key: row[key] for key in UserCall.__dataclass_fields__ if key in row and key != "name"}
        return UserCall(**columns, name=self.name(row), site=site)

    def name(self, row: dict[str, Any]) -> str:
        """Return the name of a row's call."""
        return str(row["name"]) if row["visible"] else self._expression(row)

    def _expression(self, row: dict[str, Any]) -> str:
        file, line, sites = row["file"], row["line"], tuple(sorted(row["sites"] or ()))
        if file is None:
            return "beside your lines"
        key = (file, line, sites)
        if key not in self._known:
            source = self._expressions_of(file)
            name = source.named(line, [self._sites[site] for site in sites if site in self._sites])
            self._known[key] = name or self._sources.line(file, line) or str(row["function"] or "?")
        return self._known[key]

    def _expressions_of(self, file: str) -> SourceExpressions:
        if file not in self._expressions:
            self._expressions[file] = SourceExpressions(self._sources.text(file) or "", self._python)
        return self._expressions[file]


def _python_version(trace: Trace) -> str:
    """Return the Python that all processes ran on, as "3.12.1"; empty if they differ."""
    versions = trace.ask("select distinct python from processes")["python"].to_pylist()
    return str(versions[0]) if len(versions) == 1 else ""


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
    # A record that marks what happens, with no result, such as the beginning of a collective, is no operation.
    names = {one.name for one in (*first, *last) if one.outputs or not one.traits & Trait.FRAME}
    one = names.pop() if len(names) == 1 and call.outermost <= _LOOKED_AT else None
    return Flowed(_largest(_given(first)), made_last(last), one)


def _ends(trace: Trace, call: UserCall, order: str) -> list[int]:
    """Return the ids of outermost operations inside a call, or right inside a recorded operation, from one end."""
    inside = (
        "parent = ?" if call.visible else "depth = 0 and id between ? and ? and process = ? and thread = ?"
    )
    given = [call.operation] if call.visible else [call.operation, call.last, call.process, call.thread]
    ids: list[int] = trace.ask(
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


def made_last(operations: Iterable[Operation]) -> tuple[Operand, ...]:
    """Return the result of operations that come with the last one first.

    It is the first that is a fraction, else the first that is no mask, else the first.
    """
    results = [one for operation in operations for one in operation.operands if _is_made(one)]
    fractions = [one for one in results if (one.dtype or "").startswith(_FRACTIONS)]
    others = [one for one in results if one.dtype != "bool"]
    return tuple((fractions or others or results)[:1])


def _is_made(operand: Operand) -> bool:
    return operand.role in AFTER and operand.is_array()
