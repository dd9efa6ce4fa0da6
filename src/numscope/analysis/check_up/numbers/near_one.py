"""Functions that are 1 at 0, less 1: of a small argument the difference has few digits, and another form has all.

Source: N. J. Higham, "Accuracy and Stability of Numerical Algorithms" (2002), sections 1.7 and 1.14.1.
"""

from __future__ import annotations

from numscope.analysis.check_up.evidence import last_name
from numscope.analysis.check_up.numbers.mean_of_squares import Makers
from numscope.trace import Operand, Operation

# With what gives 1 - f(x), or f(x) - 1, to the last digit.
_FORMS = {"cos": "2 * sin(x / 2)**2", "cosh": "2 * sinh(x / 2)**2", "exp": "expm1(x)"}
_SMALL = 1e-3


def near_one(difference: Operation, makers: Makers) -> tuple[str, float, str] | None:
    """Return (function, its largest argument, the other form) where 1 is taken from a function of a small argument."""
    given = [one for one in difference.operands if one.role in ("input", "argument")]
    if not any(map(is_one, given)):
        return None
    for operand in difference.inputs:
        for maker in makers(difference, operand):
            name = last_name(maker)
            size = _size(maker.inputs[0]) if maker.inputs else None
            if name in _FORMS and size is not None and 0 < size < _SMALL:
                return name, size, _FORMS[name]
    return None


def is_one(operand: Operand) -> bool:
    """Return whether an operand is the number 1, or holds nothing else."""
    known = operand.statistics
    return operand.literal == 1 or (known is not None and known.minimum == known.maximum == 1)


def _size(operand: Operand) -> float | None:
    known = operand.statistics
    if known is None or known.minimum is None or known.maximum is None:
        return None
    return max(abs(known.minimum), abs(known.maximum))
