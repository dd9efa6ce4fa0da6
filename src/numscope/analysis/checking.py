"""Rules asked of a trace: the same operations, and the same answers, as while it was recorded."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from numscope.analysis.memory import Place
from numscope.errors import NumscopeError, UsageError
from numscope.rules.copies import copies
from numscope.rules.dtypes import dtype_called
from numscope.rules.errors import RuleError
from numscope.rules.facts import ArrayFacts, OperationFacts, Value
from numscope.rules.language import UnknownValueError, read_rule
from numscope.trace import Trace

_STATISTICS = (
    *("minimum", "maximum", "mean", "deviation", "zeros", "nans"),
    *("positive_infinities", "negative_infinities"),
)
# How deep an operation on objects may lie in operations on objects.
_MOST_NESTED = 5


@dataclass(frozen=True)
class Violation:
    """A call site at which a rule held. place: the user's `FILE:LINE`. first: the operation of the first time."""

    rule: str
    place: str
    operation: str
    dtype: str
    shape: tuple[int, ...]
    values: dict[str, Value]
    count: int
    first: int


@dataclass(frozen=True)
class Check:
    """Where rules held, in the order of their first times. found: how many places. undecided: operations, by rule."""

    violations: tuple[Violation, ...]
    found: int
    times: int
    undecided: dict[str, int]
    operations: int


def check(trace: Trace, rules: Sequence[str], in_libraries: bool = False, limit: int | None = None) -> Check:
    """Ask `rules` of the operations that the program's own lines called; with `in_libraries`, of libraries' calls too.

    Raises UsageError for a rule that can't be read.
    """
    try:
        read = [read_rule(text) for text in rules]
    except RuleError as error:
        raise UsageError(str(error)) from None
    found: dict[tuple[str, str], Violation] = {}
    undecided: Counter[str] = Counter()
    count = 0
    for number, place, operation in _operations(trace, in_libraries):
        count += 1
        for rule in read:
            try:
                match = rule.ask(operation)
            except UnknownValueError:
                undecided[rule.text] += 1
                continue
            if match is None:
                continue
            key = (rule.text, place)
            if key in found:
                found[key] = replace(found[key], count=found[key].count + 1)
                continue
            array = match.output
            found[key] = Violation(
                *(rule.text, place, operation.name),
                str(array.type) if array is not None else "",
                array.shape if array is not None else (),
                match.values,
                1,
                number,
            )
    everything = tuple(found.values())
    times = sum(violation.count for violation in everything)
    return Check(everything[:limit], len(everything), times, dict(undecided), count)


def _operations(trace: Trace, in_libraries: bool) -> Iterator[tuple[int, str, OperationFacts]]:
    """Id, place and facts of every operation that rules are asked of: as judge.c chooses them while recording."""
    chosen = _chosen(trace, in_libraries)
    rows = trace.sql(
        f"""
        with chosen as ({chosen})
        select chosen.id as number, chosen.name, chosen.floating_point as flags,
            coalesce(chosen.user_file, chosen.file) as file, coalesce(chosen.user_line, chosen.line) as line,
            operands.kind, role, dtype, shape, strides, data_bytes, address, place, {", ".join(_STATISTICS)}
        from chosen left join operands on operands.operation = chosen.id and operands.kind in ('array', 'scalar')
        order by number, place
        """
    )
    records = (row for batch in rows.to_batches(max_chunksize=20_000) for row in batch.to_pylist())
    for number, group in groupby(records, key=lambda row: row["number"]):
        operands = list(group)
        first = operands[0]
        yield number, f"{first['file']}:{first['line']}", _facts(trace, number, first, operands)


def _chosen(trace: Trace, in_libraries: bool) -> str:
    """The query for those operations."""
    base = "select * from operations where exception is null and not unfinished and not truncated"
    depth_0 = "depth = 0" if in_libraries else "depth = 0 and in_library = false"
    objects = """
        select distinct operation from stored.operands where slot in (
            select id from stored.slots where kind = 'object' and role not in ('output', 'mutated', 'attribute')
                and type is not null and not starts_with(type, 'numpy') and not starts_with(type, 'builtins'))
    """
    inside = "\n".join(
        f", level{n} as (select inner_.id from operations inner_ join level{n - 1} outer_ on inner_.parent = outer_.id "
        "where outer_.id in (select operation from objects))"
        for n in range(1, _MOST_NESTED)
    )
    levels = " union ".join(f"select id from level{n}" for n in range(1, _MOST_NESTED))
    return f"""
        with objects as ({objects}),
        level0 as (select id from operations where depth = 0 or in_library = false)
        {inside},
        called_back as (
            select inner_.id from operations inner_ join operations outer_ on inner_.parent = outer_.id
            where inner_.in_library = false and inner_.site <> outer_.site),
        wanted as (select id from operations where {depth_0} union select id from called_back union {levels})
        {base} and id in (select id from wanted)
    """


def _facts(
    trace: Trace, number: int, first: dict[str, Any], operands: list[dict[str, Any]]
) -> OperationFacts:
    arrays = [row for row in operands if row["kind"] is not None]
    inputs = [row for row in arrays if row["role"] in ("input", "argument")]
    outputs = [row for row in arrays if row["role"] in ("output", "mutated")]

    def elements(place: int) -> Any:
        try:
            operation = trace.operations.fetch([number])[0]
            return operation.operands[place].value()
        except (NumscopeError, IndexError):
            return None

    def copied() -> int:
        if not copies(first["name"]):
            return 0
        sources = [place for place in map(_place, inputs) if place is not None]
        results = [
            (row, _place(row)) for row in outputs if row["role"] == "output" and row["kind"] == "array"
        ]
        return sum(
            row["data_bytes"]
            for row, place in results
            if any(row["kind"] == "array" for row in inputs)
            and (place is None or not any(_meet(place, source) for source in sources))
        )

    return OperationFacts(
        first["name"],
        first["flags"] or 0,
        [_array(row, elements) for row in inputs],
        [_array(row, elements) for row in outputs],
        copied,
    )


def _meet(first: Place, second: Place) -> bool:
    """Whether the bounds of two arrays overlap, which is what can be asked cheaply while recording."""
    (low, high), (other_low, other_high) = first.bounds, second.bounds
    return low < other_high and other_low < high


def _place(row: dict[str, Any]) -> Place | None:
    size = math.prod(row["shape"] or ())
    if row["kind"] != "array" or not row["address"] or not size or not row["data_bytes"]:
        return None
    return Place(row["address"], tuple(row["shape"]), tuple(row["strides"]), row["data_bytes"] // size)


def _array(row: dict[str, Any], elements: Any) -> ArrayFacts:
    statistics: Any = tuple(row[name] for name in _STATISTICS)
    return ArrayFacts(
        dtype_called(row["dtype"]) if row["dtype"] else None,
        tuple(row["shape"] or ()),
        None if statistics[4] is None else statistics,
        lambda: elements(row["place"]),
    )
