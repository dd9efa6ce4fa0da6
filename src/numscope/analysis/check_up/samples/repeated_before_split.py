"""Rows that are drawn several times and parted at random afterwards: what is tested was trained on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import Table, table_of
from numscope.trace import Operation

KIND = "data"
# Where a function that parts rows takes them.
_SPLITS = {"train_test_split": 0, "cross_val_score": 1, "cross_validate": 1, "cross_val_predict": 1}
_REPEATS = ("__getitem__", "take", "iloc", "loc", "sample", "resample", "repeat")
_LEAST_ROWS, _LEAST_SHARE = 20, 0.05
_FIX = "split first, and then repeat rows of those to train with alone"


@dataclass(frozen=True)
class _Rows:
    """How often each row occurs. order: of each row the first place where an equal one stands."""

    times: Counter[bytes]
    order: tuple[int, ...]

    @property
    def repeated(self) -> set[bytes]:
        return {row for row, times in self.times.items() if times > 1}

    @property
    def share(self) -> float:
        """Of all rows those that occur several times."""
        return sum(self.times[row] for row in self.repeated) / len(self.order)


def repeated_before_split(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that repeat rows which are parted afterwards into those to train and those to test with."""
    splits = [
        (call, operation.id, rows)
        for call, operation in in_order(evidence, _SPLITS)
        if (rows := _rows(table_of(operation, _SPLITS[call.name.rpartition(".")[2]]))) is not None
        and rows.share >= _LEAST_SHARE
        and not any(one.name == "shuffle" and one.literal is False for one in operation.operands)
    ]
    found: set[int] = set()
    for call, operation in in_order(evidence, _REPEATS) if splits else ():
        split = next((one for one in splits if one[1] > operation.id), None)
        if split is None or call.id in found or not _repeats(operation, split[2]):
            continue
        found.add(call.id)
        rows, where = split[2], place_beside(split[0].file, split[0].line, call.file)
        problem = (
            f"{sum(rows.times[row] for row in rows.repeated):,} of {len(rows.order):,} rows are {len(rows.repeated):,} "
            f"rows, drawn several times, before {where} parts all at random: rows that are tested with were trained on"
        )
        yield finding_of(KIND, _step(evidence, call, split[0]), operation.id, 1, problem, _FIX)


def _repeats(operation: Operation, parted: _Rows) -> bool:
    """Return whether an operation repeats rows that it was given once, and these are the repeated ones of `parted`."""
    before, after = _rows(table_of(operation, 0)), _rows(table_of(operation, 0, ("output",)))
    if before is None or after is None or not after.repeated:
        return False
    if any(before.times[row] != 1 for row in after.repeated):
        return False
    # Columns may be taken out in between: then rows are known by their places.
    return after.order == parted.order or 2 * len(parted.repeated & after.repeated) >= len(parted.repeated)


def _rows(table: Table | None) -> _Rows | None:
    """Return the rows of a table; None where fractions do not tell rows apart, or there are few."""
    columns = [] if table is None or table.rows < _LEAST_ROWS else table.columns()
    if not any(((one % 1 != 0) & np.isfinite(one)).mean() > 1 / 2 for one in columns):
        return None
    rows = [row.tobytes() for row in np.column_stack(columns)]
    first: dict[bytes, int] = {}
    return _Rows(Counter(rows), tuple(first.setdefault(row, place) for place, row in enumerate(rows)))


def _step(evidence: Evidence, call: Call, split: Call) -> Call:
    """Return the step that comes too early: where the function that splits calls the one that repeats rows."""
    program = evidence.program(call)
    around = sources.function_around(program.text, program.line_of(split.file, split.line))
    if around is None or call.function is None or (call.file, call.function) == (split.file, split.function):
        return call
    calls = [
        node.lineno
        for node, _ in sources.calls_of(program.text, call.function.rpartition(".")[2])
        if around.lineno <= node.lineno <= (around.end_lineno or node.lineno)
    ]
    if len(calls) != 1:
        return call
    file, line = program.place(calls[0])
    return replace(call, file=file, line=line, function=split.function)
