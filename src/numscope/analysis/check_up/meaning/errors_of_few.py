"""Standard errors of means of few numbers, from a deviation that divides by n: `np.std(x) / np.sqrt(n)`."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose, prod, sqrt

from numscope.analysis.check_up.evidence import (
    Evidence,
    finding_of,
    last_name,
    operand_at,
    reached,
)
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import BY_ONE_LESS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_DEVIATIONS = ("std", "nanstd")
_DIVIDES = ("divide", "true_divide", "__truediv__")
# Of 10 numbers it is 5 % too small.
_FEWEST, _MOST = 2, 10
_HOPS = 5


def errors_of_few(evidence: Evidence) -> Iterator[Finding]:
    """Yield deviations of at most 10 numbers that divide by n and are then divided by its root."""
    # Those of tensors divide by one less.
    deviations = [one for one in evidence.named(*_DEVIATIONS) if "::" not in one.full_name]
    for call, ids in evidence.operations(deviations):
        [operation] = evidence.fetch(ids[:1])
        number = _number(operation)
        if not _FEWEST <= number <= _MOST:
            continue
        error = next(
            (one for one in reached(evidence, operation, _HOPS) if _divides_by_root(one, number)), None
        )
        if error is None or error.user_site is None:
            continue
        problem = (
            f"the deviation of {number} numbers divides by {number} and not by {number - 1}: it is "
            f"{1 - sqrt((number - 1) / number):.0%} too small for the error of a mean, for which line "
            f"{error.user_site.line} divides it by the root of {number}"
        )
        yield finding_of(KIND, call, operation.id, len(ids), problem, BY_ONE_LESS)


def _number(operation: Operation) -> int:
    """Return of how many numbers each a deviation is; 0 if it is told to divide by another number, or not known."""
    rest = [one for one in operation.operands if one.role in ("input", "argument")]
    values, axis = (rest[0] if rest else None), operand_at(operation, 1, "axis")
    ddof = [one for one in rest if one.name == "ddof" or (one.name is None and one.position == 4)]
    if values is None or not values.shape or any(one.literal != 0 for one in ddof):
        return 0
    if axis is None or axis.kind == "none":
        return prod(values.shape)
    place = axis.literal
    is_one = isinstance(place, int) and -len(values.shape) <= place < len(values.shape)
    return values.shape[place] if is_one and isinstance(place, int) else 0


def _divides_by_root(operation: Operation, number: int) -> bool:
    divisor = operand_at(operation, 1, "x2") if last_name(operation) in _DIVIDES else None
    numbers = None if divisor is None else numbers_of(divisor)
    return (
        numbers is not None
        and numbers.size == 1
        and isclose(float(numbers.real.item()), sqrt(number), rel_tol=1e-9)
    )
