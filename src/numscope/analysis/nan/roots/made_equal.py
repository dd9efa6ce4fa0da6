"""Numbers that a line made all equal, of which a later line takes a correlation: cut off at a bound that none is below.

A constant has no spread, so a correlation with it is 0 / 0. Where the numbers differed before, what made them equal is
to blame; a column that is constant in the data is not.
"""

from __future__ import annotations

from math import prod

from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.correlations import CORRELATES
from numscope.operations.lore.formulas import function_name
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_FEWEST = 3
_DEEPEST = 8
_NO_STEP = Trait.COMBINES | Trait.CONTRACTS
_ADVICE = "Compare the range of the numbers with the bound or the unit that this line has: print them before and after."


def made_equal(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made numbers all equal that `operation` correlates with others."""
    site = operation.user_site or operation.site
    if site is None or function_name(operation.name) not in CORRELATES:
        return None
    for one in filter(_is_constant, operation.inputs):
        found = _made(trace, operation, one)
        made = None if found is None else found[0].user_site
        if found is None or made is None or made.in_library or made.place == site.place:
            continue
        maker, before = found
        value, known = one.statistics, before.statistics
        if value is None or known is None:
            continue
        said = (
            f"makes {prod(one.shape or ()):,} numbers from {known.minimum:g} to {known.maximum:g} all "
            f"{value.minimum:g} (`{function_name(maker.name)}`), which correlate with none"
        )
        return Root(made, Cause(f"{said}{at_line_of(operation, made)}", _ADVICE))
    return None


def _made(trace: Trace, operation: Operation, constant: Operand) -> tuple[Operation, Operand] | None:
    """Return the operation that made a constant of as many numbers that differed, and these."""
    reader = operation
    for _ in range(_DEEPEST):
        maker = maker_of(trace, constant, reader)
        if maker is None:
            return None
        arrays = [one for one in maker.inputs if one.is_array() and one.shape == constant.shape]
        same = next((one for one in arrays if one.hash == constant.hash), None)
        if same is not None:
            reader, constant = maker, same
            continue
        names = {one.name for one in (*maker.outputs, *maker.mutated) if one.hash == constant.hash}
        varied = [one for one in arrays if one.name in names and _varies(one)]
        return None if maker.traits & _NO_STEP or len(varied) != 1 else (maker, varied[0])
    return None


def _is_constant(operand: Operand) -> bool:
    known = operand.statistics
    if known is None or not operand.is_array() or operand.dtype == "bool" or known.nonfinite:
        return False
    return prod(operand.shape or ()) >= _FEWEST and known.minimum == known.maximum


def _varies(operand: Operand) -> bool:
    known = operand.statistics
    return known is not None and operand.dtype != "bool" and known.minimum < known.maximum
