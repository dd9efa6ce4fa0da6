"""Numbers that stand for missing values and were read as numbers: the line that read them is to blame."""

from __future__ import annotations

from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.own_operations import own_before
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.missing import READERS, SENTINELS
from numscope.trace import Operand, Operation, Trace

_MOST = 50


def read_as_number(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that read a number such as -999 for which `operation` has no result."""
    site = operation.user_site
    marks = {
        one.statistics.minimum
        for one in operation.inputs
        if one.statistics is not None and one.statistics.minimum in SENTINELS
    }
    if "invalid" not in operation.floating_point or site is None or not marks:
        return None
    for reader in reversed(own_before(trace, operation, READERS, _MOST)):
        made = reader.user_site
        found = next((one for one in reader.outputs if _least(one) in marks), None)
        if made is None or found is None or made.place == site.place:
            continue
        argument = READERS[reader.name]
        said = f"reads {_least(found):g} as a number: it stands for a missing value{at_line_of(operation)}"
        how = f" (`{argument}=`)" if argument else ""
        return Root(
            made, Cause(said, f"Say where you read it that this is none{how}, or put NaN in its place.")
        )
    return None


def _least(operand: Operand) -> float | None:
    return None if operand.statistics is None else operand.statistics.minimum
