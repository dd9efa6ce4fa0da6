"""What each line of a program gave: types, statistics and a hash of its results, and a few elements of the last."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.concepts.user_calls import CallNames
from numscope.errors import NumscopeError
from numscope.operations.traits import allocates_sql
from numscope.trace import Operand, Trace

# Of the last result of a line so many elements are kept, at equal distances: statistics do not see their order.
_ELEMENTS = 8
_MOST_BYTES = 100_000_000
# A line may give arrays of another shape in each call: beyond these, shapes are not listed.
_MOST_SHAPES = 8

# Rows are in the order in which lines first ran. What `numpy.empty` gives differs in each run: its type counts alone.
_LINES = f"""
    with given as (
        select calls.*, operands.kind, operands.type, operands.dtype, operands.shape, operands.hash, operands.place,
            minimum, maximum, mean, coalesce(nans, 0) as nan,
            coalesce(positive_infinities + negative_infinities, 0) as inf, integer, real, text,
            {allocates_sql("operations.traits")} as unwritten
        from user_calls as calls
            left join operations on operations.id = case when calls.visible then calls.operation else calls.last end
            left join operands on operands.operation = operations.id and operands.role in ('output', 'mutated')
        where own
    )
    select file, line, function, visible, case when visible then name end as called, any_value(name) as name,
        any_value(sites) as sites, min(operation) as first, max(operation) as last,
        count(distinct operation) as calls, count(distinct operation) filter (raised) as raised,
        list_sort(list(distinct {{}})) as results,
        md5(string_agg(coalesce(hash, integer::varchar, real::varchar, text, ''), ' ' order by operation, place)
            filter (not unwritten)) as hash,
        min(case when isfinite(minimum) then minimum else {{real}} end) filter (not unwritten) as minimum,
        max(case when isfinite(maximum) then maximum else {{real}} end) filter (not unwritten) as maximum,
        avg(case when isfinite(mean) then mean else {{real}} end) filter (not unwritten) as mean,
        coalesce(sum(nan + coalesce(isnan(real), false)::int) filter (not unwritten), 0)::bigint as nans,
        coalesce(sum(inf + coalesce(isinf(real), false)::int) filter (not unwritten), 0)::bigint as infinities,
        bool_or(unwritten) as unwritten
    from given group by file, line, function, visible, called order by first
    """.format(
    "coalesce(dtype || replace(shape::varchar, ' ', ''), type, kind, 'nothing')",
    real="case when isfinite(real) then real end",
)


@dataclass(frozen=True)
class Numbers:
    """Statistics of all results of a line together: of finite elements, and how many are NaN and infinite."""

    minimum: float | None = None
    maximum: float | None = None
    mean: float | None = None
    nans: int = 0
    infinities: int = 0


@dataclass(frozen=True)
class LineResults:
    """What one operation gave at one line, in all its calls.

    file: relative to the program's folder. source: the text of the line, by which it is found when lines move. calls:
    how many; raised: how many of them raised. results: dtype and shape of each kind of result. hash: of all their
    contents in order. elements: of the last result. line: where it stands in this run, 0 in a baseline.
    """

    file: str
    function: str
    source: str
    operation: str
    calls: int
    raised: int
    results: tuple[str, ...]
    hash: str
    numbers: Numbers
    elements: tuple[float | None, ...] = ()
    line: int = 0

    @property
    def place(self) -> tuple[str, str, str, str]:
        """What a line is recognised by in another run."""
        return self.file, self.function, self.source, self.operation


def lines_of(trace: Trace, folder: str) -> tuple[LineResults, ...]:
    """Return what the program's own lines gave, in the order in which they first ran. folder: the program's."""
    rows = trace.ask(_LINES).to_pylist()
    names = CallNames(trace, rows)
    last = {row["last"]: row for row in rows}
    elements = {
        operation.id: _elements(operation.outputs) for operation in trace.operations.fetch(list(last))
    }
    return tuple(_line(trace, row, names.name(row), elements.get(row["last"], ()), folder) for row in rows)


def _line(
    trace: Trace, row: dict[str, Any], name: str, elements: tuple[float | None, ...], folder: str
) -> LineResults:
    results = row["results"]
    if len(results) > _MOST_SHAPES:
        results = [f"{len(results)} shapes", hashlib.md5(" ".join(results).encode()).hexdigest()]
    return LineResults(
        _relative(row["file"], folder),
        row["function"] or "",
        trace.sources.line(row["file"], row["line"]).strip(),
        name,
        row["calls"],
        row["raised"],
        tuple(results),
        row["hash"] or "",
        Numbers(row["minimum"], row["maximum"], row["mean"], row["nans"], row["infinities"]),
        () if row["unwritten"] else elements,
        row["line"],
    )


def _relative(file: str, folder: str) -> str:
    path = os.path.relpath(file, folder) if os.path.isabs(file) else file
    return os.path.basename(file) if path.startswith("..") else path


def _elements(outputs: tuple[Operand, ...]) -> tuple[float | None, ...]:
    """Return a few elements of the first array that was kept; None: not finite."""
    for operand in outputs:
        if not operand.is_array() or not operand.kept or (operand.data_bytes or 0) > _MOST_BYTES:
            continue
        try:
            values = np.asarray(operand.value()).ravel()
        except NumscopeError:
            continue
        if values.dtype.kind in "biufc" and values.size:
            chosen = values[np.linspace(0, values.size - 1, min(_ELEMENTS, values.size)).astype(int)]
            return tuple(_plain(one) for one in chosen)
    return ()


def _plain(element: Any) -> float | None:
    with np.errstate(all="ignore"):
        number = float(abs(element)) if np.iscomplexobj(element) else float(element)
    return number if np.isfinite(number) else None
