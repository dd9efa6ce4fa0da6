"""Layers that mix the samples of a batch: what one gives depends on the others beside it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.syntax import parsed
from numscope.analysis.concepts.training_ledger import grouped
from numscope.user_code import is_user_file

KIND = "meaning"
_LEAST_CALLS = 2
_RESHAPED = """
    select o.id, o.process, o.thread, o.time_ns, user_file as file, user_line as line, p.shape as before,
        r.shape as after
    from operand_layouts p join called_operations o on p.operation = o.id
        join operand_layouts r on r.operation = o.id and r.role = 'output' and r.kind = 'array'
    where split_part(o.name, '::', 2) in ('view', 'reshape', '_unsafe_view') and o.user_visible and not o.in_library
        and p.role = 'input' and p.kind = 'array' and len(p.shape) > 2 and user_file is not null
    order by o.id
"""
_MOVED = """
    select o.id, o.process, o.thread, o.time_ns, user_file as file, user_line as line, p.shape as before,
        split_part(o.name, '::', 2) as name
    from operands p join called_operations o on p.operation = o.id
        join operand_contents axis on axis.operation = o.id and axis.role = 'argument'
            and axis.name in ('dims', 'dim')
    where split_part(o.name, '::', 2) in ('roll', 'cumsum', 'cumprod', 'logcumsumexp', 'flip', 'diff')
        and o.user_visible and not o.in_library and p.place = 0 and p.kind = 'array'
        and len(p.shape) > 1 and user_file is not null
        and (axis.text = '[0]' or (axis.kind = 'int' and axis.integer = 0))
    order by o.id
"""
# Layers that take the first axis for the sequence unless they are told.
_SEQUENCE_FIRST = (
    "TransformerEncoderLayer",
    "TransformerDecoderLayer",
    "MultiheadAttention",
    "LSTM",
    "GRU",
    "RNN",
)
_LAYERS = """
    select c.id, c.process, c.thread, c.time_ns, c.type, c.module, c.file, c.line, p.shape as before
    from module_calls c join module_operands p on p.operation = c.id
    where not c.met and p.role = 'given' and p.item = 1 and len(p.shape) = 3
        and c.type in (select unnest(?::varchar[])) order by c.id
"""

Row = dict[str, Any]


def sample_axis(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that compute along the axis of the samples, or move numbers across it."""
    if not evidence.ledger.steps:
        return
    yield from _reshaped(evidence)
    yield from _moved(evidence)
    yield from _sequences(evidence)


def _reshaped(evidence: Evidence) -> Iterator[Finding]:
    def exchanged(row: Row) -> bool:
        before, after = ([size for size in row[side] if size != 1] for side in ("before", "after"))
        return len(before) > 2 and before != after and sorted(before) == sorted(after)

    def merged(row: Row) -> bool:
        size = evidence.batches.size(row)
        before, after = row["before"], row["after"]
        return size is not None and size > 1 and before[0] not in (1, size) and before[1] == after[0] == size

    rows = evidence.trace.ask(_RESHAPED).to_pylist()
    for (file, line), calls in _often(rows, exchanged):
        problem = (
            f"exchanges the sizes of axes, {_shape(calls[0]['before'])} to {_shape(calls[0]['after'])}, without moving "
            f"a number: rows of different places are mixed, in {len(calls):,} calls"
        )
        yield _finding(file, line, calls, problem, "exchange axes with `transpose` or `permute`")
    for (file, line), calls in _often(rows, merged):
        problem = (
            f"makes {_shape(calls[0]['after'])} of {_shape(calls[0]['before'])}, whose samples are axis 1: each "
            f"row gets numbers of other samples, in {len(calls):,} calls"
        )
        yield _finding(
            file,
            line,
            calls,
            problem,
            "bring the samples to the front first: `x.transpose(0, 1).reshape(...)`",
        )


def _moved(evidence: Evidence) -> Iterator[Finding]:
    rows = evidence.trace.ask(_MOVED).to_pylist()
    for (file, line), calls in _often(rows, lambda row: evidence.batches.size(row) == row["before"][0] > 1):
        first = calls[0]
        problem = (
            f"`{first['name']}` along axis 0, that of the {first['before'][0]} samples, in {len(calls):,} calls: each "
            "sample's result depends on its neighbour in the batch"
        )
        yield _finding(file, line, calls, problem, "take the axis inside a sample: 1 or -1")


def _sequences(evidence: Evidence) -> Iterator[Finding]:
    rows = evidence.trace.ask(_LAYERS, [list(_SEQUENCE_FIRST)]).to_pylist()
    wanted = [row for row in rows if _is_sequence_first(evidence, row["type"])]

    def across(row: Row) -> bool:
        size = evidence.batches.size_by_row(row)
        return size is not None and size > 1 and row["before"][0] == size != row["before"][1]

    for (file, line), calls in _often(wanted, across):
        first = calls[0]
        problem = (
            f"{first['type']} takes axis 0 for the sequence, and is given {_shape(first['before'])}: it computes "
            f"across the {first['before'][0]} samples of the batch, not along each one's {first['before'][1]} places"
        )
        yield _finding(
            file,
            line,
            calls,
            problem,
            f"make it with `batch_first=True`: `{first['type']}(..., batch_first=True)`",
        )
        return  # of layers inside one another the outermost


def _is_sequence_first(evidence: Evidence, type_: str) -> bool:
    """Return whether the program makes layers of this type, and none with `batch_first`."""
    sources = evidence.trace.sources
    made = [
        node
        for path in sources.files()
        if is_user_file(path)
        for node in ast.walk(parsed(sources.text(path) or ""))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) == type_
    ]
    return bool(made) and not any(keyword.arg == "batch_first" for node in made for keyword in node.keywords)


def _often(rows: list[Row], wrong: Callable[[Row], bool]) -> list[tuple[tuple[str, int], list[Row]]]:
    """Return the wrong calls by line, where it has several, and they are a quarter of its calls at least."""
    lines = grouped(rows, lambda row: (row["file"], row["line"]))
    found = {
        place: [row for row in calls if wrong(row)]
        for place, calls in lines.items()
        if is_user_file(place[0])
    }
    return [
        (place, calls)
        for place, calls in found.items()
        if len(calls) >= _LEAST_CALLS and 4 * len(calls) >= len(lines[place])
    ]


def _shape(sizes: list[int]) -> str:
    return "(" + ", ".join(f"{size:,}" for size in sizes) + ")"


def _finding(file: str, line: int, calls: list[Row], problem: str, fix: str) -> Finding:
    return Finding(
        KIND, file, line, None, calls[0]["id"], len(calls), problem, fix, f"show T {calls[0]['id']}"
    )
