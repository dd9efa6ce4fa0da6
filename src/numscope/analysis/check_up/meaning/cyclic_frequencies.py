"""Periods and frequencies of a Lomb-Scargle periodogram, which takes angular frequencies."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose, pi

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ANGULAR_FREQUENCIES
from numscope.trace import Operand, Operation

KIND = "meaning"
_DIVIDES = ("divide", "true_divide", "__truediv__", "__rtruediv__")
_MULTIPLIES = ("multiply", "__mul__", "__rmul__")
_TAKES = ("__getitem__", "take", "item", "__float__")
_MOST_READERS = 30


def cyclic_frequencies(evidence: Evidence) -> Iterator[Finding]:
    """Yield periodograms of frequencies of which the program takes 1 / f for the period, or that are 1 / periods."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["lombscargle"]):
        given = operand_at(operation, 2, "freqs")
        maker = None if given is None else evidence.maker(given, operation.id)
        if call.id in found or given is None or maker is None:
            continue
        shown = _as_cycles(evidence, maker, given)
        if shown:
            found.add(call.id)
            told = given.statistics
            limits = "" if told is None else f" from {told.minimum:.4g} to {told.maximum:.4g}"
            problem = (
                f"takes angular frequencies, 2 pi / period, and is given frequencies{limits} of which {shown}: the "
                "periods are 6.28 times too short"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, ANGULAR_FREQUENCIES)


def _as_cycles(evidence: Evidence, maker: Operation, given: Operand) -> str:
    """Return what shows that frequencies are cycles; empty if nothing does."""
    if last_name(maker) in _DIVIDES and _divides_by_itself(maker):
        return "each is 1 divided by a period"
    for reader in evidence.readers(maker, _MOST_READERS):
        if not any(one.hash == given.hash for one in reader.operands):
            continue
        of_one = last_name(reader) in _TAKES
        for one in (reader, *(evidence.readers(reader) if of_one else ())):
            if last_name(one) in _DIVIDES and _divides_by_itself(one):
                return "the program takes 1 / f for the period"
            if of_one and last_name(one) in _MULTIPLIES and _has_two_pi(one):
                return "the program makes angular ones later, 2 pi f"
    return ""


def _divides_by_itself(division: Operation) -> bool:
    """Return whether 1 is divided by something."""
    divided = operand_at(division, 0, "x1")
    return divided is not None and divided.literal in (1, 1.0) and not isinstance(divided.literal, bool)


def _has_two_pi(product: Operation) -> bool:
    numbers = [one.literal for one in product.operands if isinstance(one.literal, float)]
    return any(isclose(abs(one), 2 * pi, rel_tol=1e-9) for one in numbers)
