"""Least squares without a constant for answers that have one: what is left over has a mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import COLUMN_OF_ONES
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation
from numscope.user_code import is_user_file

KIND = "meaning"
_MAKES = ("column_stack", "vstack", "stack", "hstack", "concatenate", "array")
_LEAST = 8
# Without a constant the residuals are larger by this factor.
_LARGER = 3.0
_SHARE = 0.05  # of the spread of the answers is left over at least


def without_constant(evidence: Evidence) -> Iterator[Finding]:
    """Yield the tables without a constant, given to least squares, of which a constant would halve what is left."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["lstsq"]):
        given = [numbers_of(one) for one in operation.inputs[:2]]
        said = None if call.id in found or len(given) < 2 else _said(given[0], given[1])
        if said is not None:
            found.add(call.id)
            yield finding_of(KIND, _made(evidence, call, operation), operation.id, 1, said, COLUMN_OF_ONES)


def _said(table: Any, answers: Any) -> str | None:
    if table is None or answers is None or table.ndim != 2 or answers.ndim != 1 or len(table) != len(answers):
        return None
    rows, columns = table.shape
    if (
        table.dtype.kind not in "fiu"
        or columns > 20
        or rows < max(_LEAST, 3 * columns)
        or not np.isfinite(table).all()
    ):
        return None
    whole = np.column_stack([table, np.ones(rows)])
    if np.linalg.matrix_rank(whole) <= columns:
        return None  # the columns hold a constant, or make one together
    left = answers - table @ np.linalg.lstsq(table, answers, rcond=None)[0]
    better = answers - whole @ np.linalg.lstsq(whole, answers, rcond=None)[0]
    # A law through the origin is not worse for it; of many columns some may stand in for a constant.
    if not np.isfinite(left).all() or left.std() <= _SHARE * answers.std():
        return None
    if (left**2).mean() < _LARGER**2 * (better**2).mean():
        return None
    return (
        f"has {columns:,} columns and no constant: what is left of {rows:,} answers is "
        f"{np.sqrt((left**2).mean()):.3g} on average, and with a constant {np.sqrt((better**2).mean()):.3g}"
    )


def _made(evidence: Evidence, call: Call, operation: Operation) -> Call:
    """Return the line that put the columns side by side, if the program did that elsewhere."""
    maker = evidence.own_maker(operation.inputs[0], operation.id)
    site = maker.user_site if maker is not None and last_name(maker) in _MAKES else None
    if site is None or not is_user_file(site.file):
        return call
    return replace(call, file=site.file, line=site.line, function=site.function)
