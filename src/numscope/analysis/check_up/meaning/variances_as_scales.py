"""Normal distributions whose width is given as a variance: `normal(mean, scale)` takes the standard deviation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import STANDARD_DEVIATION
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "meaning"
_DRAWS = ("normal", "lognormal")
_SCALES = ("scale", "sigma", "std")
_VARIANCES = ("var", "nanvar")
# What a name says that is a standard deviation before it is squared, or a variance.
_DEVIATION = re.compile(r"sigma|std|sd$|dev|noise", re.IGNORECASE)
_VARIANCE = re.compile(r"(^|_)(var|variance)$", re.IGNORECASE)
_NEAR_ONE = 0.05  # its root is nearly the same then


def variances_as_scales(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that draw from a normal distribution with a variance in the place of the deviation."""
    for call, ids in evidence.operations(evidence.named(*_DRAWS)):
        operation = evidence.fetch(ids[:1])[0]
        scale = _scale(operation)
        number = None if scale is None else _number(scale)
        if scale is None or number is None or number <= 0 or abs(number - 1) < _NEAR_ONE:
            continue
        if _is_variance(evidence, scale, operation) or _is_written_so(call):
            problem = (
                f"draws with the variance {number:.4g} as its standard deviation, which is {number**0.5:.4g}: what is "
                f"drawn is {number**0.5:.3g} times as wide"
            )
            yield finding_of(KIND, call, operation.id, len(ids), problem, STANDARD_DEVIATION)


def _scale(operation: Operation) -> Operand | None:
    given = [one for one in operation.operands if one.role in ("input", "argument")]
    named = [one for one in given if one.name in _SCALES]
    placed = [one for one in given if one.position == 1 and one.name is None]
    return next(iter([*named, *placed]), None)


def _number(scale: Operand) -> float | None:
    if isinstance(scale.literal, (int, float)):
        return float(scale.literal)
    numbers = numbers_of(scale)
    return float(numbers.ravel()[0]) if numbers is not None and numbers.size == 1 else None


def _is_variance(evidence: Evidence, scale: Operand, operation: Operation) -> bool:
    """Return whether the program computed the width as a variance."""
    maker = evidence.maker(scale, operation.id) if scale.hash is not None else None
    return maker is not None and maker.name.rpartition(".")[2] in _VARIANCES


def _is_written_so(call: Call) -> bool:
    """Return whether the line squares a deviation for it, or gives what is named a variance."""
    calls = sources.calls_in(sources.statement(call.text, call.line), call.name.rpartition(".")[2])
    for one in calls:
        by_name = [word.value for word in one.keywords if word.arg in _SCALES]
        given = next(iter([*by_name, *one.args[1:2]]), None)
        if isinstance(given, ast.BinOp) and isinstance(given.op, ast.Pow):
            squared = isinstance(given.right, ast.Constant) and given.right.value == 2
            if squared and _DEVIATION.search(ast.unparse(given.left)):
                return True
        elif isinstance(given, (ast.Name, ast.Attribute)) and _VARIANCE.search(ast.unparse(given)):
            return True
    return False
