"""Regressions with as many parameters as rows: they go through each point, and no error can be estimated."""

from __future__ import annotations

from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.statsmodels import COLUMNS, FREEDOM, PREFIX
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_ADVICE = (
    "Fit fewer parameters than there are rows (such as no interaction of all factors), or take more rows."
)


def no_freedom(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the model, if `operation` asks for errors of a fit that has no degree of freedom left."""
    left = next((one for one in operation.inputs if one.name == FREEDOM), None)
    if left is None or not operation.traits & Trait.STANDS or not _is_none(left):
        return None
    for fit, _ in upstream(trace, operation, Operand.is_array, 1):
        columns = next((one for one in fit.inputs if one.name == COLUMNS), None)
        if columns is None or len(columns.shape or ()) != 2:
            continue
        made = maker_of(trace, columns, fit)
        model = made if made is not None and made.name.startswith(PREFIX) else fit
        site = model.user_site
        if site is None or site.in_library:
            continue
        rows, count = columns.shape or (0, 0)
        said = (
            f"fits {count:,} parameters to {rows:,} rows, which leaves no degree of freedom for their errors"
        )
        return Root(site, Cause(said + at_line_of(operation, site), _ADVICE))
    return None


def _is_none(left: Operand) -> bool:
    values = numbers_of(left)
    number = left.literal if values is None or values.size != 1 else values.item()
    return isinstance(number, (int, float)) and number <= 0
