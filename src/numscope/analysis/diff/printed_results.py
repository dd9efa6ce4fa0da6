"""Whether two programs print the same: the same numbers, as far as they are written out, and the same words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from numscope.analysis.concepts.syntax import last_name, parsed
from numscope.trace import Trace

# A number of fewer digits has to be the same in all of them; of one with more the last may be rounded otherwise.
_FEWEST_ROUNDED = 6
# What is left of a sum that should be 0, at the most.
_ROUNDING = 1e-9
_SINGLE = 1e-5
_CLOCKS = {"time", "perf_counter", "perf_counter_ns", "process_time", "monotonic", "timeit", "now", "today"}
_NUMBER = r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w])"
# How libraries write that something is a number or an array says nothing about it.
_WRAPPERS = r"np\.\w+(?=\()|\b(?:array|tensor|dtype=[\w.]+|Array)\b"
_WORD = r"[^\W\d_]\w*"
_TOKEN = re.compile(f"(?P<wrapper>{_WRAPPERS})|(?P<number>{_NUMBER})|(?P<word>{_WORD})")
_QUERY = "select json_extract_string(environment, '$.printed') as text from processes order by id limit 1"


@dataclass(frozen=True)
class PrintedNumber:
    """A number as it was printed. unit: what one more in its last digit is."""

    text: str
    value: float
    unit: float

    def says(self, value: float) -> bool:
        """Return whether a value may have been printed so."""
        return abs(value - self.value) <= 0.5 * self.unit * (1 + 1e-9)

    def near(self, other: PrintedNumber) -> bool:
        """Return whether two fractions may be the same but for what single precision rounds."""
        size = max(abs(self.value), abs(other.value))
        return max(self.unit, other.unit) < 1 and abs(self.value - other.value) <= _SINGLE * size

    def same(self, other: PrintedNumber) -> bool:
        """Return whether both say the same number."""
        if self.text == other.text or self.value == other.value:
            return True
        unit = max(self.unit, other.unit)
        digits = min(digits_of(self.text), digits_of(other.text))
        # Written in full, 0.0 has one digit behind the point and is exact: -0.04 is no rounding of it.
        least = unit if self.unit == other.unit else min(unit, _ROUNDING)
        is_zero = abs(self.value) <= least and abs(other.value) <= least
        near = abs(self.value - other.value) <= unit * (1 + 1e-9)
        return near and unit < 1 and (digits >= _FEWEST_ROUNDED or is_zero)


def prints_the_same(first: Trace, second: Trace) -> bool:
    """Return whether both runs printed the same words and numbers in the same order, and some number at all."""
    return says_the_same(printed(first), printed(second))


def says_the_same(first: str, second: str) -> bool:
    """Return whether two texts have the same words and numbers in the same order, and some number at all.

    Of numbers of six digits or more the last may differ by one. Brackets, commas and layout do not count.
    """
    one, other = list(tokens_of(first)), list(tokens_of(second))
    if len(one) != len(other) or not any(isinstance(token, PrintedNumber) for token in one):
        return False
    return all(same_token(a, b) for a, b in zip(one, other, strict=True))


def other_numbers(first: Trace, second: Trace) -> list[tuple[PrintedNumber, PrintedNumber]]:
    """Return the numbers that both runs printed at one place and that are not the same; none if their words differ."""
    one, other = list(tokens_of(printed(first))), list(tokens_of(printed(second)))
    if len(one) != len(other):
        return []
    unlike = [both for both in zip(one, other, strict=True) if not same_token(*both)]
    numbers = [(a, b) for a, b in unlike if isinstance(a, PrintedNumber) and isinstance(b, PrintedNumber)]
    # Values that agree but for roundings may be printed in full.
    return [(a, b) for a, b in numbers if not a.near(b)] if len(numbers) == len(unlike) else []


def reads_clock(trace: Trace) -> bool:
    """Return whether a program's text asks for the time: what it prints is another number each time."""
    names = {
        last_name(node.func)
        for file in trace.sources.files()
        for node in ast.walk(parsed(trace.sources.text(file) or ""))
        if isinstance(node, ast.Call)
    }
    return not names.isdisjoint(_CLOCKS)


def same_token(one: PrintedNumber | str, other: PrintedNumber | str) -> bool:
    """Return whether two words, or two numbers, say the same."""
    if isinstance(one, PrintedNumber) and isinstance(other, PrintedNumber):
        return one.same(other)
    return one == other


def printed(trace: Trace) -> str:
    """Return what the first process printed, as far as the trace keeps it."""
    found = trace.ask(_QUERY)["text"].to_pylist()
    return found[0] or "" if found else ""


def tokens_of(text: str) -> Iterator[PrintedNumber | str]:
    """Yield the numbers and the words of a text in their order."""
    for found in _TOKEN.finditer(text):
        if found["number"] is not None:
            exact = Decimal(found["number"])
            unit = Decimal(1).scaleb(int(exact.as_tuple().exponent))
            yield PrintedNumber(found["number"], float(exact), float(unit))
        elif found["word"] is not None:
            yield found["word"]


def digits_of(number: str) -> int:
    """Return how many digits of a printed number count."""
    return len(re.sub(r"[eE].*|\D", "", number).lstrip("0"))
