"""Layers whose units all compute the same, after training too: they began with equal weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import DIFFERENT_START
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.user_code import is_user_file

KIND = "training"
_LEAST_CALLS, _LEAST_UNITS, _LEAST_ROWS = 3, 2, 4
_MOST_LAYERS = 20
# The last call of each layer that a program calls again and again, with the line that calls it.
_LAYERS = """
    select w.address, w.shape, count(*) as calls, min(o.id) as first, max(o.id) as last,
        any_value(o.user_file) as file, any_value(o.user_line) as line
    from called_operations o join operand_layouts w on w.operation = o.id and w.name = 'weight' and w.role = 'input'
    where split_part(o.name, '::', 2) = 'linear' and o.user_visible and o.user_file is not null
    group by w.address, w.shape, o.process having count(*) >= ? order by first limit ?
"""
# What wrote the weights last before, from the program's own line.
_WRITTEN = """
    select o.user_file as file, o.user_line as line, o.id from results r join called_operations o on r.operation = o.id
    where r.address = ? and ends_with(o.name, '_') and o.id < ? and o.user_file is not null order by o.id desc limit 1
"""


def equal_units(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give a layer equal weights, if its units still give equal numbers at the end."""
    if not evidence.ledger.steps:
        return
    found: set[tuple[str, int]] = set()
    for row in evidence.trace.ask(_LAYERS, [_LEAST_CALLS, _MOST_LAYERS]).to_pylist():
        [last] = evidence.fetch([row["last"]])
        values = numbers_of(last.outputs[0]) if last.outputs else None
        if values is None or not _are_equal(values):
            continue
        written = evidence.trace.ask(_WRITTEN, [row["address"], row["first"]]).to_pylist()
        file, line, number = _place(written, row)
        if (file, line) in found or not is_user_file(file):
            continue
        found.add((file, line))
        called = place_beside(row["file"], row["line"], file)
        said = (
            f"all {values.shape[-1]:,} units of the layer that {called} calls give the same number for each sample, "
            f"also in its last of {row['calls']:,} calls: they begin with equal weights, so that they learn the same"
        )
        yield Finding(
            KIND, file, line, None, number, row["calls"], said, DIFFERENT_START, f"show T {row['last']}"
        )


def _place(written: list[dict[str, Any]], row: dict[str, Any]) -> tuple[str, int, int]:
    one = written[0] if written else {**row, "id": row["first"]}
    return one["file"], one["line"], one["id"]


def _are_equal(values: Any) -> bool:
    """Return whether all columns are equal, and rows are not."""
    rows = values.reshape(-1, values.shape[-1]) if values.ndim > 1 else np.empty((0, 0))
    if rows.shape[0] < _LEAST_ROWS or rows.shape[1] < _LEAST_UNITS or not np.isfinite(rows).all():
        return False
    size = np.abs(rows).max()
    return bool(np.ptp(rows[:, 0]) > 1e-3 * size > 0 and np.ptp(rows, axis=1).max() <= 1e-5 * size)
