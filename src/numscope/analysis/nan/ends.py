"""What the last operation that met an origin's values made of them, in words."""

from __future__ import annotations

import math

from numscope.analysis.nan.harm import ENDS
from numscope.analysis.nan.nonfinite import Origin
from numscope.analysis.nan.source import source_line
from numscope.trace import Operand, Operation


def end_text(origin: Origin) -> str:
    """Return what became of an origin's values: `they are printed`, `numpy.mean gives nan`; empty if nothing did."""
    end = origin.end
    if end is None or end.id == origin.operation.id:
        return ""
    if origin.harm in ENDS:
        return ENDS[origin.harm].format(end.name)
    if end.user_visible:
        for operand in end.outputs:
            number = _number(operand)
            if number:
                return _number_text(end, operand, number)
    return "they are printed" if origin.end_name == "print()" else f"they reach {origin.end_name}"


def _number_text(end: Operation, operand: Operand, number: str) -> str:
    """Return what became a number that is not finite: of a conversion to Python's own, what the line does with it."""
    if operand.kind != "float":
        return f"{end.name} gives {number}"
    printed = source_line(end.user_site or end.site).lstrip().startswith("print(")
    return f"{number} is printed" if printed else f"Python gets {number}"


def _number(operand: Operand) -> str:
    """Return a single number that is not finite, as Python writes it; empty if it is none."""
    if operand.kind not in ("scalar", "float") and not (operand.is_array() and operand.shape == ()):
        return ""
    known = operand.statistics
    if known is not None:
        numbers = {"nan": known.nans, "inf": known.positive_infinities, "-inf": known.negative_infinities}
        return next((name for name, count in numbers.items() if count), "")
    literal = operand.literal
    return repr(float(literal)) if isinstance(literal, (int, float)) and not math.isfinite(literal) else ""
