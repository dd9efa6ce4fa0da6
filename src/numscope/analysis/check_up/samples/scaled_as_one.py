"""Columns in different units scaled by the mean and the deviation of the whole table."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BY_COLUMN
from numscope.analysis.concepts.kept_values import numbers_of

KIND = "data"
_FEW_COLUMNS = 30
_UNLIKE = 10.0


def scaled_as_one(evidence: Evidence) -> Iterator[Finding]:
    """Yield deviations of a whole table that it is divided by, where those of its columns are far apart."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["std"]):
        table = operation.inputs[0] if operation.inputs else None
        single = bool(operation.outputs) and not operation.outputs[0].shape
        if call.id in found or not single or table is None or len(table.shape or ()) != 2:
            continue
        rows, columns = table.shape or (0, 0)
        values = numbers_of(table) if 2 <= columns <= min(_FEW_COLUMNS, rows // 3) else None
        if values is None or values.dtype.kind not in "fiu":
            continue
        spreads = values.std(axis=0)
        if spreads.min() <= 0 or spreads.max() / spreads.min() < _UNLIKE or not np.isfinite(spreads).all():
            continue
        divides = any(
            last_name(reader) == "divide" and any(one.shape == (rows, columns) for one in reader.outputs)
            for reader in evidence.readers(operation)
        )
        if divides:
            found.add(call.id)
            problem = (
                f"is one number for all {columns:,} columns, whose own deviations are {spreads.min():.3g} to "
                f"{spreads.max():.3g}: after the division they are as far apart"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, BY_COLUMN)
