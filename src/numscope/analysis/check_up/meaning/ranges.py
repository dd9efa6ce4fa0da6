"""Ranges that hold one number more than is meant, or whose steps are not the step that the program writes."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import FENCE_POSTS, PASSED_END
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.syntax import parsed
from numscope.trace import Operation

KIND = "meaning"
_END, _STEP, _COUNT = 1, 2, 2
_LEAST = 5
_CLOSE = 1e-6


def ranges(evidence: Evidence) -> Iterator[Finding]:
    """Yield `arange` of fractions that reaches its end, and `linspace` that misses the step by a fence post."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["arange", "linspace"], _is_asked):
        by_step = call.name.rpartition(".")[2] == "arange"
        said = None if call.id in found else _passed(operation) if by_step else _fence_post(call, operation)
        if said is not None:
            found.add(call.id)
            fix = PASSED_END if by_step else FENCE_POSTS
            yield finding_of(KIND, call, operation.id, 1, said, fix)


def _is_asked(call: Call) -> bool:
    """Return whether a range has a step of its own, or the file names one: of most ranges nothing is looked up."""
    if call.name.rpartition(".")[2] == "linspace":
        return any(True for _ in _written_steps(call.text))
    node = sources.statement(call.text, call.line)
    calls = [one for one in (ast.walk(node) if node is not None else ()) if isinstance(one, ast.Call)]
    return any(len(one.args) > _STEP or any(named.arg == "step" for named in one.keywords) for one in calls)


def _passed(operation: Operation) -> str | None:
    """Return that the last number is the end, which a range does not hold: rounding left it a hair below."""
    end, step = (_number(operation, place, name) for place, name in ((_END, "stop"), (_STEP, "step")))
    numbers = numbers_of(operation.outputs[0]) if operation.outputs else None
    if end is None or not step or numbers is None or numbers.size < 2 or float(step).is_integer():
        return None
    last = float(numbers[-1])
    if abs(last - end) > abs(step) * _CLOSE:
        return None
    return f"holds its end, which a range leaves out: the last of {numbers.size:,} numbers is {last!r}, by rounding"


def _fence_post(call: Call, operation: Operation) -> str | None:
    """Return that n points lie an (n - 1)th of the way apart, and the program writes an nth."""
    start, end, count = (
        _number(operation, place, name) for place, name in ((0, "start"), (_END, "stop"), (_COUNT, "num"))
    )
    if start is None or end is None or count is None or count < _LEAST or _is_open(operation):
        return None
    meant, made = (end - start) / count, (end - start) / (count - 1)
    if not any(math.isclose(one, meant, rel_tol=1e-9) for one in _written_steps(call.text)):
        return None
    if any(math.isclose(one, made, rel_tol=1e-9) for one in _written_steps(call.text)):
        return None
    return f"makes {count:g} points {made:g} apart, and the program goes on with a step of {meant:g}"


def _is_open(operation: Operation) -> bool:
    return any(one.name == "endpoint" and one.literal is False for one in operation.operands)


def _number(operation: Operation, place: int, name: str) -> float | None:
    given = operand_at(operation, place, name)
    literal = None if given is None else given.literal
    return float(literal) if isinstance(literal, (int, float)) and not isinstance(literal, bool) else None


def _written_steps(text: str) -> Iterator[float]:
    """Yield the fractions that a file gives names to: `dt = 0.1`."""
    for node in ast.walk(parsed(text)):
        value = node.value if isinstance(node, ast.Assign) else None
        number = value.value if isinstance(value, ast.Constant) else None
        if isinstance(number, float) and np.isfinite(number) and not number.is_integer():
            yield number
