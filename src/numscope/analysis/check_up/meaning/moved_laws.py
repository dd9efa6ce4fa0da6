"""Distributions that are moved by what they should be scaled with: `lognorm(s, loc=mu)`, `expon.sf(t, rate)`.

SciPy's `loc` moves the values. The logarithms of a lognormal law have the mean `mu` where `scale` is `exp(mu)`, and an
exponential law has the rate `1 / scale` (`scipy.stats.lognorm`, `scipy.stats.expon`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from numscope.analysis.check_up.evidence import MOST_CALLS, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SCALE_OF_LOGARITHMS, SCALE_OF_RATES
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "meaning"
_LOGARITHMS = ("log", "log1p")
_MIDDLES = ("mean", "median", "average")
_DIVIDES = ("__truediv__", "__rtruediv__", "divide", "true_divide", "reciprocal")
# These take no values before the parameters of the law.
_OF_LAWS = ("__call__", "rvs", "mean", "std", "var", "median", "interval")


@dataclass(frozen=True)
class _Law:
    """A law with so many parameters before `loc`; taken_for: whether an operation makes what `loc` is mistaken for."""

    shapes: int
    taken_for: Callable[[Operation], bool]
    said: str
    fix: str


def _is_logarithm(maker: Operation) -> bool:
    return maker.name.rpartition(".")[2] in _LOGARITHMS


def _is_rate(maker: Operation) -> bool:
    """Return whether a number is 1 divided by another, as a rate is by a mean."""
    name = maker.name.rpartition(".")[2]
    ones = [one for one in maker.operands if one.role != "output" and one.literal == 1]
    return name in _DIVIDES and (name == "reciprocal" or bool(ones))


_LAWS = {
    "lognorm": _Law(
        1,
        _is_logarithm,
        "moves a lognormal distribution by the logarithm {:.4g}: no value lies below that, and the median is 1 more; "
        "`loc` is not the mean of the logarithms",
        SCALE_OF_LOGARITHMS,
    ),
    "expon": _Law(
        0,
        _is_rate,
        "moves an exponential distribution by the rate {:.4g}: no value lies below that, and the rate is 1; `loc` is "
        "no rate",
        SCALE_OF_RATES,
    ),
}


def moved_laws(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give such a law a logarithm or a rate as its `loc`, and no scale."""
    for call in evidence.calls.values():
        law_name, _, method = call.full_name.rpartition(".")
        law = _LAWS.get(law_name.rpartition(".")[2])
        if law is None:
            continue
        for _, ids in evidence.operations([call]):
            found = _first_moved(evidence, law, method, evidence.fetch(ids[:MOST_CALLS]))
            if found is not None:
                operation, number = found
                yield finding_of(KIND, call, operation.id, len(ids), law.said.format(number), law.fix)


def _first_moved(
    evidence: Evidence, law: _Law, method: str, operations: list[Operation]
) -> tuple[Operation, float] | None:
    """Return the first operation that is given such a number as `loc`, and the number."""
    for operation in operations:
        shift = _shift(operation, law.shapes + (1 if method in _OF_LAWS else 2))
        number = None if shift is None else numbers_of(shift)
        if shift is None or number is None or not number.any():
            continue
        maker = (
            evidence.own_maker(shift, operation.id)
            if shift.hash
            else _giver(evidence, float(number), operation)
        )
        middle = maker if maker is not None and maker.name.rpartition(".")[2] in _MIDDLES else None
        if middle is not None and middle.inputs:
            maker = evidence.own_maker(middle.inputs[0], middle.id)
        if maker is not None and law.taken_for(maker):
            return operation, float(number.ravel()[0])
    return None


def _giver(evidence: Evidence, number: float, before: Operation) -> Operation | None:
    """Return the last logarithm, or mean, before an operation that gave a number: `float(...)` is not recorded."""
    given = in_order(evidence, (*_LOGARITHMS, *_MIDDLES))
    made = [
        one
        for _, one in given
        if one.id < before.id and any(numbers_of(o) == number for o in one.outputs if not o.shape)
    ]
    return made[-1] if made else None


def _shift(operation: Operation, position: int) -> Operand | None:
    """Return the `loc` that a call is given, by name or at this place; None if it is given a scale as well."""
    given = [one for one in operation.operands if one.role in ("input", "argument")]
    scales = [
        one for one in given if one.name == "scale" or (one.name is None and one.position == position + 1)
    ]
    shifts = [one for one in given if one.name == "loc" or (one.name is None and one.position == position)]
    return shifts[0] if shifts and not scales else None
