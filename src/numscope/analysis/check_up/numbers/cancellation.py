"""Differences of almost equal, rounded numbers that go on into a result: mostly rounding errors are left of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain

import numpy as np

from numscope.analysis.check_up.elementwise import Step, steps
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.numbers.mean_of_squares import is_variance
from numscope.analysis.check_up.numbers.near_one import near_one
from numscope.trace import Operand, Operation

KIND = "cancellation"
# Of the difference so many units in the last place of the operands are left, or fewer: three digits.
_UNITS = 1000
_MOST_ZEROS = 1000
# Of a balance that passes zero, or comes to rest, so few calls or fewer are small: the force on a car at its speed.
_PASSING = 0.1
_USUAL = 0.5
_EPS = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10}
# A result that these make is rounded; what is only chosen, made or read is exact.
_ROUNDING = (
    *(
        "mean",
        "sum",
        "multiply",
        "mul",
        "divide",
        "div",
        "square",
        "power",
        "pow",
        "sqrt",
        "exp",
        "log",
        "sin",
        "cos",
    ),
    *(
        "tan",
        "dot",
        "matmul",
        "average",
        "var",
        "std",
        "hypot",
        "reduce",
        "cumsum",
        "tanh",
        "arctan",
        "expm1",
        "__pow__",
    ),
    *("__mul__", "__truediv__", "add", "__add__", "einsum", "true_divide", "cosh", "sinh", "log1p", "arccos"),
)
# These read how large a difference is: whether an iteration has converged.
_SIZES = (
    *(
        "absolute",
        "abs",
        "norm",
        "max",
        "min",
        "amax",
        "amin",
        "dot",
        "inner",
        "vdot",
        "less",
        "less_equal",
        "greater",
    ),
    *(
        "greater_equal",
        "equal",
        "not_equal",
        "isclose",
        "allclose",
        "any",
        "all",
        "sum",
        "mean",
        "maximum",
        "square",
    ),
    *("sign", "argmax", "argmin", "std", "var"),
)
_COMPARES = ("less", "less_equal", "greater", "greater_equal")
# By a number: what is left of the digits is as it was.
_SCALES = ("multiply", "mul", "__mul__", "__rmul__")
_GOES_ON = ("divide", "true_divide", "div", "sqrt", "log", "reciprocal", "__truediv__", "log10", "log2")


def cancellation(evidence: Evidence) -> Iterator[Finding]:
    """Yield the subtractions that leave rounding errors of which the program then makes something."""
    calls = [call for call in evidence.calls.values() if call.name in ("subtract", "sub", "add")]
    lines: dict[object, list[Step]] = {}
    few = _called_seldom(evidence, calls)
    small = (
        step
        for dtype, eps in _EPS.items()
        for step in chain(
            _small(evidence, calls, dtype, eps, "> 0"), _small(evidence, few, dtype, eps, "= 0")
        )
    )
    for step in sorted(small, key=lambda one: one.operation):
        lines.setdefault(step.call.place, []).append(step)
    for found in lines.values():
        finding = _judge(evidence, found)
        if finding is not None:
            yield finding


def _called_seldom(evidence: Evidence, calls: list[Call]) -> list[Call]:
    """Return the calls that ran seldom: differences of 0 are many, and each is looked at."""
    rows = evidence.rows(
        "select call, count(*) as times from recorded_operations where call in {calls} group by call", calls
    )
    return [evidence.calls[row["call"]] for row in rows if row["times"] <= _MOST_ZEROS]


def _small(evidence: Evidence, calls: list[Call], dtype: str, eps: float, than_zero: str) -> Iterator[Step]:
    """Yield the steps in one type whose result is small beside both operands, and is 0 or not (`than_zero`)."""
    size = "greatest(abs({0}minimum), abs({0}maximum))"
    first, second, result, one = map(size.format, ("first_", "second_", "result_", ""))
    keep = (
        f"{result} {than_zero} and least({first}, {second}) > 0 "
        f"and {result} <= {_UNITS * eps} * least({first}, {second})"
    )
    # Most results are large beside all that went in: to see that takes no look at the operands of each.
    largest = f"(select max({one}) from given where isfinite({one}))"
    content = f"{one} {than_zero} and {one} <= {_UNITS * eps} * {largest}"
    return steps(evidence, calls, f"role = 'output' and dtype = '{dtype}'", keep, content)


def _judge(evidence: Evidence, found: list[Step]) -> Finding | None:
    for step in sorted(found, key=lambda one: not one.result.size)[:MOST_CALLS]:
        operation = evidence.fetch([step.operation])[0]
        if not any(_is_rounded(evidence, operation, operand) for operand in operation.inputs):
            continue
        readers = evidence.readers(operation)
        # A difference that is 0, or only shown, may be one that a program shows for being small.
        user = _user(evidence, readers) if step.result.size else None
        if user is not None and _passes_zero(evidence, step.call, len(found)):
            return None
        consequence = _consequence(evidence, operation, readers, user)
        if consequence is None or (consequence.is_usual and not _is_usual(evidence, step.call, len(found))):
            continue
        eps = _EPS.get(step.result.dtype or "", 0.0)
        size, left = max(step.first.size or 0, step.second.size or 0), step.result.size or 0
        digits = max(0.0, float(np.log10(left / (eps * size)))) if size and eps and left else 0.0
        problem = (
            f"{step.call.name} of numbers around {size:.6g} left {left:.3g}: of {step.result.dtype}'s "
            f"{-np.log10(eps):.0f} digits {digits:.0f} are left, {consequence.text}"
        )
        return finding_of(
            KIND, step.call, step.operation, len(found), problem, consequence.fix, "precision T"
        )
    return None


def _passes_zero(evidence: Evidence, call: Call, small: int) -> bool:
    """Return whether few of many differences at this place are small, and others lie on both sides of zero."""
    times, least, most = _differences(evidence, call)
    return bool(small <= _PASSING * times and least is not None and most is not None and least < 0 < most)


def _is_usual(evidence: Evidence, call: Call, small: int) -> bool:
    """Return whether most differences at this place are small."""
    times, *_ = _differences(evidence, call)
    return small > _USUAL * times


def _differences(evidence: Evidence, call: Call) -> tuple[int, float | None, float | None]:
    """Return how many differences are made at a call's place, the least and the largest."""
    # Most may run inside a library's call, of which `evidence` has none: an integrator asks for the forces.
    query = """
        select count(*) as times, min(minimum) as least, max(maximum) as most
        from operations o join operands p on p.operation = o.id
        where o.user_file = ? and o.user_line = ? and o.name = ? and p.role = 'output'
    """
    (row,) = evidence.trace.ask(query, [call.file, call.line, call.full_name]).to_pylist()
    return row["times"], row["least"], row["most"]


@dataclass(frozen=True)
class _Consequence:
    """What becomes of a difference. is_usual: it is a fault only where most of the line's differences are small."""

    text: str
    fix: str
    is_usual: bool = False


def _consequence(
    evidence: Evidence, operation: Operation, readers: list[Operation], user: Operation | None
) -> _Consequence | None:
    """Return what becomes of a difference; None if it may be meant to be small, or 0."""
    makers = partial(_makers, evidence)
    if user is not None:
        site = user.user_site or user.site
        line = site.line if site else "?"
        return _Consequence(f"and {last_name(user)} at line {line} goes on with them", _FIX)
    if is_variance(operation, makers):
        return _Consequence("in a variance as the mean of the squares less the square of the mean", _FIX)
    near = near_one(operation, makers) if readers and not _is_sized(readers) else None
    if near is None:
        return None
    name, size, form = near
    return _Consequence(
        f"since {name} of a number as small as {size:.3g} is next to 1", f"`{form}` keeps all digits", True
    )


_FIX = (
    "rewrite the difference: `x.var()` for E[x²]-E[x]², a larger step in a difference quotient, expm1, log1p"
)


def _is_rounded(evidence: Evidence, operation: Operation, operand: Operand) -> bool:
    """Return whether an operation with rounding made the operand."""
    return any(last_name(maker) in _ROUNDING for maker in _makers(evidence, operation, operand))


def _makers(evidence: Evidence, operation: Operation, operand: Operand) -> list[Operation]:
    """Return the earlier operations that gave what an operand of `operation` holds, the latest first."""
    if operand.hash is None:
        return []
    rows = evidence.trace.ask(
        """
        select distinct r.operation from results r where r.operation < ? and r.operation >= ? and (r.content in (
            select content from recorded_operands where operation = ? and content is not null)
            or r.address = ?)
        order by r.operation desc limit 12
        """,
        [operation.id, operation.id - 3000, operation.id, operand.address or 0],
    )["operation"].to_pylist()
    return [maker for maker in evidence.fetch(rows) if any(one.hash == operand.hash for one in maker.outputs)]


def _user(evidence: Evidence, readers: list[Operation], scaled: int = 2) -> Operation | None:
    """Return the operation that makes something of what is read; None if only its size is looked at.

    scaled: how often it may be multiplied by a number before.
    """
    if _is_sized(readers):
        return None
    for reader in readers:
        if last_name(reader) in _GOES_ON:
            if not _is_sized(evidence.readers(reader)):
                return reader
        elif scaled and last_name(reader) in _SCALES and len(reader.inputs) == 1:
            user = _user(evidence, evidence.readers(reader), scaled - 1)
            if user is not None:
                return user
    return None


def _is_sized(readers: list[Operation]) -> bool:
    return any(last_name(reader) in _SIZES and not _asks_sign(reader) for reader in readers)


def _asks_sign(reader: Operation) -> bool:
    """Return whether a difference is compared with 0: what a variance must not be below is no measure of its size."""
    return last_name(reader) in _COMPARES and any(one.literal == 0 for one in reader.operands)
