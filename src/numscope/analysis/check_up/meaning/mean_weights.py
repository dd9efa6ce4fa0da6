"""Columns that weigh a mean: `(w * x).sum() / w.sum()` is right for rows that count several times, too."""

from __future__ import annotations

from collections.abc import Iterable

from numscope.analysis.check_up.evidence import Evidence, in_order
from numscope.analysis.concepts.tables import table_of
from numscope.trace import Operand, Operation

_PRODUCTS = ("multiply", "mul", "__mul__")
_DIVISIONS = ("divide", "true_divide", "truediv", "div", "__truediv__")
_SUMS = ("sum", "nansum")


def weighs_a_mean(evidence: Evidence, column: Operand, total: Operation) -> bool:
    """Return whether the total of a column only divides the total of a product with this column."""
    products = _made(one for _, one in in_order(evidence, _PRODUCTS) if column.hash in _hashes(one.inputs))
    if not products:
        return False
    weighted = _made(
        one
        for _, one in in_order(evidence, _SUMS)
        if (table := table_of(one, 0)) is not None and table.hashes & products
    )
    totals = _hashes(total.outputs)
    return any(
        len(one.inputs) > 1 and one.inputs[0].hash in weighted and one.inputs[1].hash in totals
        for _, one in in_order(evidence, _DIVISIONS)
    )


def _made(operations: Iterable[Operation]) -> set[str | None]:
    return {made for one in operations for made in _hashes(one.outputs)}


def _hashes(operands: Iterable[Operand]) -> set[str | None]:
    return {one.hash for one in operands if one.hash is not None and one.name != "index"}
