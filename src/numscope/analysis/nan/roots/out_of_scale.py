"""Constants on the wrong side of all data: every fish is longer than the length that the growth curve ends at.

`log(1 - length / LIMIT)` with a limit in other units, `log(counts - DARK)` with more counts in the dark than in the
light, `arcsin(chord / RADIUS)`: where none of the data has a result, the one constant that they meet is to blame.
"""

from __future__ import annotations

import ast
import re
from math import isclose, prod

from numscope.analysis.concepts.callers import statement_at
from numscope.analysis.concepts.constants import Constant, Constants
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.concepts.program import program_of
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.nonfinite import DIVIDES, SUBTRACTS
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Check the unit of this constant, and which quantity it stands for."
_OUT_OF_RANGE = re.compile("negative|outside")
_DEEPEST = 6


def out_of_scale(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the constant that lies above, or below, all data of which `operation` has no result."""
    site = operation.user_site or operation.site
    found = None if site is None else explain(operation, site.source)
    if site is None or found is None or not _OUT_OF_RANGE.search(found.sentence) or not operation.inputs:
        return None
    reader, values = operation, operation.inputs[0]
    for _ in range(_DEEPEST):
        maker = maker_of(trace, values, reader) if _all_out(values) else None
        if maker is None:
            return None
        root = _root(trace, operation, maker) if _compares(maker, values) else None
        if root is not None:
            return root
        further = [one for one in maker.inputs if one.is_array() and one.shape and _all_out(one)]
        if len(further) != 1:
            return None
        reader, values = maker, further[0]
    return None


def _all_out(operand: Operand) -> bool:
    """Return whether all of several values are negative, or all above 1."""
    known = operand.statistics
    if known is None or known.nonfinite or prod(operand.shape or ()) < 2:
        return False
    return _is_negative(operand) or known.minimum > 1


def _compares(maker: Operation, values: Operand) -> bool:
    """Return whether these values are differences that are all negative, or ratios that are all above 1."""
    names = SUBTRACTS if _is_negative(values) else DIVIDES
    return function_name(maker.name) in names and len(maker.inputs) == 2


def _is_negative(operand: Operand) -> bool:
    return operand.statistics is not None and operand.statistics.maximum < 0


def _root(trace: Trace, operation: Operation, maker: Operation) -> Root | None:
    """Return the constant that `maker` compares all of its data with by a difference or a ratio."""
    sizes = [(one, _number(one)) for one in maker.inputs]
    number = next((number for _, number in sizes if number is not None), None)
    data = next((one.statistics for one, number in sizes if number is None), None)
    called, site = operation.user_site or operation.site, maker.user_site
    if number is None or data is None or called is None or site is None or site.in_library:
        return None
    if data.minimum <= number <= data.maximum or data.nonfinite:
        return None
    program = program_of(trace, site)
    constant = _constant(Constants(program.tree), statement_at(program.tree, program.line(site)), number)
    line = None if constant is None else program.site(constant.line, site)
    if constant is None or line is None or line.place == called.place:
        return None
    side = "above" if number > data.maximum else "below"
    said = (
        f"sets `{constant.name}` to {number:g}, {side} all data that {line_of(site, line)} compares it with "
        f"({data.minimum:.4g} to {data.maximum:.4g}); {line_of(called, line)} has no result for any"
    )
    return Root(line, Cause(said, _ADVICE))


def _number(operand: Operand) -> float | None:
    """Return the one number that an operand is; None of an array of several."""
    if operand.kind in ("int", "float") and isinstance(operand.literal, (int, float)):
        return float(operand.literal)
    values = numbers_of(operand)
    return float(values.item()) if values is not None and values.size == 1 else None


def _constant(constants: Constants, statement: ast.stmt | None, number: float) -> Constant | None:
    """Return the constant with a name that a statement reads and that is this number, if it is one alone."""
    found = {
        constant
        for node in ast.walk(statement or ast.Pass())
        if isinstance(node, (ast.Name, ast.Attribute, ast.Subscript))
        if (constant := constants.behind(node)) is not None
        if constant.name and isclose(constant.value, number)
    }
    return found.pop() if len(found) == 1 else None
