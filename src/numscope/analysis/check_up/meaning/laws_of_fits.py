"""What `fit` of a distribution gave, handed on in another order: it comes as shapes, `loc`, `scale`."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ALL_OF_A_FIT
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand

KIND = "meaning"
# Of these the parameters of the law stand first, of others after the values that the law is asked for.
OF_LAWS = ("__call__", "rvs", "mean", "std", "var", "median", "interval", "stats", "entropy")
OF_VALUES = ("pdf", "cdf", "sf", "ppf", "isf", "logpdf", "logcdf", "logsf", "pmf")


def laws_of_fits(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give a law the `scale` of its fit where it takes `loc`, or `loc` where it takes another."""
    fits: dict[str, list[list[float]]] = {}
    for call, operation in in_order(evidence, ["fit"], lambda call: ".stats." in call.full_name):
        numbers = [number_of(one) for one in operation.outputs]
        known = [one for one in numbers if one is not None]
        if len(known) >= 2 and len(known) == len(numbers):
            fits.setdefault(law_of(call), []).append(known)
    found: set[int] = set()
    for call, operation in in_order(evidence, (*OF_LAWS, *OF_VALUES), lambda call: law_of(call) in fits):
        given = [
            one for one in operation.operands if one.role in ("input", "argument") and one.kind != "object"
        ]
        first = 1 if call.name.rpartition(".")[2] in OF_LAWS else 2
        for fitted in fits[law_of(call)]:
            wrong = next((one for one in given if _is_elsewhere(one, first, fitted)), None)
            if wrong is not None and call.id not in found:
                found.add(call.id)
                problem = (
                    f"`fit` gave {', '.join(f'{one:.4g}' for one in fitted)}: shapes, `loc` and `scale`; here "
                    f"{number_of(wrong):.4g} stands where "
                    f"`{'loc' if _place(wrong, first) == len(fitted) - 2 else 'scale'}` "
                    "does"
                )
                yield finding_of(KIND, call, operation.id, 1, problem, ALL_OF_A_FIT)


def law_of(call: Call) -> str:
    """Return the name of the law of which a call asks something."""
    return call.full_name.rpartition(".")[0].rpartition(".")[2]


def number_of(operand: Operand) -> float | None:
    """Return the number that an operand holds; None if it holds none, or several."""
    if operand.kind in ("int", "float"):
        return float(operand.literal) if isinstance(operand.literal, (int, float)) else None
    numbers = numbers_of(operand) if operand.is_array() else None
    return float(numbers) if numbers is not None and numbers.size == 1 else None


def _place(operand: Operand, first: int) -> int:
    """Return at which place of a law's parameters an argument stands; -1 of a named one."""
    return -1 if operand.position is None or operand.name is not None else operand.position - first


def _is_elsewhere(operand: Operand, first: int, numbers: list[float]) -> bool:
    """Return whether `loc` or `scale` is given what the fit gave at another place, and nowhere else."""
    place, number = _place(operand, first), number_of(operand)
    if place < len(numbers) - 2 or place >= len(numbers) or number is None:
        return False
    return number != numbers[place] and numbers.count(number) == 1 and number not in (0.0, 1.0)
