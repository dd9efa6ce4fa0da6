"""The program's own source files, line by line, with the calls that each line made and what the last one gave."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from numscope.analysis.concepts.compiled_lines import CompiledLine, compiled_lines
from numscope.analysis.concepts.listed_calls import Listed, listed
from numscope.analysis.concepts.user_calls import CallNames, UserCall
from numscope.errors import UsageError
from numscope.trace import Operand, Trace
from numscope.trace.operation import AFTER

# One row a line: what its calls cost together, and which of them began last.
_COSTS = """
    select file, line, count(*) as calls, sum(operations)::bigint as operations,
        coalesce(sum(duration_ns), 0)::bigint as duration_ns,
        coalesce(sum(bytes_in + bytes_out), 0)::bigint as bytes,
        bool_or(raised and visible) as raised, max(operation) as last
    from user_calls where own group by file, line order by file, line
    """
# Asked first: nearly all runs have none, and to find that by way of all calls takes three times as long.
_ANY_BAD = 'select 1 from nonfinite_operands where "after" limit 1'
# How many calls of a line gave NaN or infinities; those of libraries without a probe show theirs only inside.
_BAD = """
    select file, line, count(distinct user_calls.operation) filter (nans > 0) as nan,
        count(distinct user_calls.operation) filter (infinities > 0) as inf
    from nonfinite_operands join user_calls on nonfinite_operands.operation = user_calls.operation
    where own and visible and "after" group by file, line
    """


@dataclass(frozen=True)
class Line:
    """One line of source. calls: how many calls of recorded libraries it made; operations: with those inside.

    bytes: read and written by them. raised: one of them raised an exception; one that a library caught inside does not
    count. result: what the last of these calls gave first. nan, inf: how many of the calls gave NaN, and infinities. Of
    a line that made no call everything is zero, but what it costs inside a compiled function: compiled_ns of processor
    time, and compiled_allocations of compiled_allocated bytes in all.
    """

    number: int
    source: str
    calls: int = 0
    operations: int = 0
    duration_ns: int = 0
    share: float = 0.0
    bytes: int = 0
    raised: bool = False
    nan: int = 0
    inf: int = 0
    last: int | None = None
    result: Operand | None = None
    compiled_ns: int = 0
    compiled_allocations: int = 0
    compiled_allocated: int = 0

    @property
    def is_compiled(self) -> bool:
        """Whether something was measured of it inside a compiled function."""
        return self.compiled_ns > 0 or self.compiled_allocations > 0


@dataclass(frozen=True)
class File:
    """One source file of the program's. complete: its text is known; else only the lines that made calls are here."""

    path: str
    lines: tuple[Line, ...]
    calls: int
    duration_ns: int
    complete: bool


@dataclass(frozen=True)
class Annotation:
    """Files, the one that took most time first. duration_ns: of all calls of the program's own lines."""

    files: tuple[File, ...]
    duration_ns: int


def annotate(trace: Trace, name: str = "") -> Annotation:
    """Return the program's own files with their lines' calls; name: of one file, or the end of its path.

    Raises UsageError if no such file made a call.
    """
    by_file: dict[str, list[dict[str, Any]]] = {}
    for row in trace.ask(_COSTS).to_pylist():
        by_file.setdefault(row["file"], []).append(row)
    total = sum(row["duration_ns"] for rows in by_file.values() for row in rows)
    wanted = {path: rows for path, rows in by_file.items() if _is_called(path, name)}
    if name and not wanted:
        raise UsageError(f"no operation of {trace.path} was called in {name}; {_known(by_file)}")
    known = _Calls(
        total,
        _bad(trace),
        _results(trace, [row["last"] for rows in wanted.values() for row in rows]),
        {(one.file, one.line): one for one in compiled_lines(trace)},
    )
    files = [_file(trace, path, rows, known) for path, rows in wanted.items()]
    return Annotation(tuple(sorted(files, key=lambda file: -file.duration_ns)), total)


def _bad(trace: Trace) -> dict[tuple[str, int], dict[str, Any]]:
    """Return by line how many of its calls gave NaN, and infinities."""
    if not trace.ask(_ANY_BAD).num_rows:
        return {}
    return {(row["file"], row["line"]): row for row in trace.ask(_BAD).to_pylist()}


def _is_called(path: str, name: str) -> bool:
    return path == name or f"/{path}".endswith(f"/{name}") if name else True


def _known(by_file: dict[str, list[dict[str, Any]]]) -> str:
    return (
        f"these files called some: {', '.join(sorted(by_file))}" if by_file else "no file of yours called any"
    )


def _results(trace: Trace, ids: list[int]) -> dict[int, Operand | None]:
    """Return what the calls that begin with these operations gave."""
    chosen = (
        "select * from user_calls where own and operation in (select unnest(?::bigint[])) order by operation"
    )
    rows = trace.ask(chosen, [ids]).to_pylist()
    calls: list[UserCall] = CallNames(trace, rows).calls(rows)
    return {one.call.operation: _result(one) for one in listed(trace, calls)}


def _result(call: Listed) -> Operand | None:
    """Return what a call gave first; of one that gives nothing, the array that it changed, as it left it."""
    changed = [one for one in call.operation.operands if one.role in AFTER] if call.operation else []
    return next(iter((*call.results, *changed)), None)


@dataclass(frozen=True)
class _Calls:
    """What is known of the calls of all lines, of the whole trace. compiled: by line inside compiled functions."""

    total_ns: int
    bad: dict[tuple[str, int], dict[str, Any]]
    results: dict[int, Operand | None]
    compiled: dict[tuple[str, int], CompiledLine]


def _file(trace: Trace, path: str, rows: list[dict[str, Any]], known: _Calls) -> File:
    text = trace.sources.lines(path)
    calls = {row["line"]: row for row in rows}
    last = len(text) - (text[-1:] == [""])
    numbers = sorted({*range(1, last + 1), *calls})
    sources = [text[number - 1] if number <= last else "" for number in numbers]
    lines = [
        _line(number, source, path, calls[number], known) if number in calls else Line(number, source)
        for number, source in zip(numbers, sources, strict=True)
    ]
    lines = [_with_compiled(line, known.compiled.get((path, line.number))) for line in lines]
    duration = sum(line.duration_ns for line in lines)
    return File(path, tuple(lines), sum(line.calls for line in lines), duration, bool(text))


def _line(number: int, source: str, path: str, row: dict[str, Any], known: _Calls) -> Line:
    bad = known.bad.get((path, number), {})
    return Line(
        number,
        source,
        row["calls"],
        row["operations"],
        row["duration_ns"],
        row["duration_ns"] / known.total_ns if known.total_ns else 0.0,
        row["bytes"],
        row["raised"],
        bad.get("nan", 0),
        bad.get("inf", 0),
        row["last"],
        known.results[row["last"]],
    )


def _with_compiled(line: Line, inside: CompiledLine | None) -> Line:
    if inside is None:
        return line
    return replace(
        line,
        compiled_ns=inside.ns,
        compiled_allocations=inside.allocations,
        compiled_allocated=inside.allocated,
    )
