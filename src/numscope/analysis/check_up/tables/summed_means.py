"""Tables of means that are added up as if they were totals: `pivot_table` takes the mean of what is in a cell."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SUM_IN_CELLS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.analysis.concepts.tables import Table, table_of
from numscope.trace import Operation

KIND = "sum"
_CLOSE = 1e-6


def summed_means(evidence: Evidence) -> Iterator[Finding]:
    """Yield the tables of means of cells with unlike numbers of rows, whose columns are then added up."""
    pivots = in_order(evidence, ["pivot_table"])
    found: set[int] = set()
    for later, total in in_order(evidence, ["sum", "cumsum"]) if pivots else ():
        given = table_of(total, 0)
        for call, pivot in pivots:
            made = table_of(pivot, 0, ("output",))
            if call.id in found or given is None or made is None or not given.hashes & made.hashes:
                continue
            share = _share(pivot, made)
            if share is None:
                continue
            found.add(call.id)
            where = place_beside(later.file, later.line, call.file)
            said = (
                f"takes the mean of the {share[0]:,} rows of each of {share[1]:,} cells, as no `aggfunc` is given, and "
                f"{where} adds the means up: {share[2]:.4g} in place of {share[3]:.4g}"
            )
            yield finding_of(KIND, call, pivot.id, 1, said, SUM_IN_CELLS)


def _share(pivot: Operation, made: Table) -> tuple[int, int, float, float] | None:
    """Return how many rows and cells there are, and both totals; None if cells may have the same number of rows."""
    given = table_of(pivot, 0)
    if given is None or any(one.name == "aggfunc" for one in pivot.operands):
        return None
    wanted = next((one.literal for one in pivot.operands if one.name == "values"), None)
    column = next((numbers_of(one) for one in given.arrays if one.name == wanted), None)
    columns = made.columns()
    if column is None or column.dtype.kind not in "iuf" or not columns:
        return None
    cells = np.concatenate(columns)
    cells = cells[np.isfinite(cells)]
    if not cells.size or len(column) < 2 * cells.size or len(column) % cells.size == 0:
        return None
    means, total = float(cells.sum()), float(np.nansum(column))
    return (len(column), cells.size, means, total) if abs(means - total) > _CLOSE * abs(total) else None
