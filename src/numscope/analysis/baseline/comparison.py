"""What of a run differs from its baseline, beyond a tolerance, in the order in which the lines ran."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from numscope.analysis.baseline.lines import LineResults

_INEXACT = ("float", "complex", "longdouble", "clongdouble", "bfloat")
# Relative tolerance where none is given: another processor or BLAS rounds and sums in another order.
_RELATIVE = {"float16": 1e-2, "bfloat16": 2e-2, "float32": 1e-4, "complex64": 1e-4}
_RELATIVE_DEFAULT = 1e-8


@dataclass(frozen=True)
class Tolerance:
    """How far numbers may be apart, as a share of the largest number at the line, and in absolute terms.

    relative None: by dtype (float16 1e-2, float32 1e-4, float64 1e-8).
    """

    relative: float | None = None
    absolute: float = 0.0

    def allows(self, old: LineResults, new: LineResults) -> float:
        """Return how far two numbers of a line may be apart."""
        numbers = (old.numbers, new.numbers)
        extremes = [one for each in numbers for one in (each.minimum, each.maximum) if one is not None]
        largest = max(map(abs, extremes), default=0.0)
        return self.absolute + self._share(old) * largest

    def _share(self, line: LineResults) -> float:
        if self.relative is not None:
            return self.relative
        dtypes = [result.partition("[")[0] for result in line.results]
        return max((_RELATIVE.get(dtype, _RELATIVE_DEFAULT) for dtype in dtypes), default=_RELATIVE_DEFAULT)


@dataclass(frozen=True)
class Difference:
    """A line that gave something else, that ran no more, or that is new; one of the two is None then.

    facts: what differs, each as a name, what the baseline has and what this run has.
    """

    old: LineResults | None
    new: LineResults | None
    facts: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Comparison:
    """differences: in the order of the run. near: lines that differ within the tolerance. lines: of this run."""

    differences: tuple[Difference, ...]
    near: int
    lines: int


def compare(old: Sequence[LineResults], new: Sequence[LineResults], tolerance: Tolerance) -> Comparison:
    """Compare a run with its baseline."""
    differences: list[Difference] = []
    near = 0
    for before, now in _pairs(old, new):
        if before is None or now is None:
            differences.append(Difference(before, now))
            continue
        facts = tuple(_facts(before, now, tolerance))
        if facts:
            differences.append(Difference(before, now, facts))
        near += not facts and before.hash != now.hash
    return Comparison(tuple(differences), near, len(new))


def _pairs(
    old: Sequence[LineResults], new: Sequence[LineResults]
) -> Iterator[tuple[LineResults | None, LineResults | None]]:
    """Yield lines that stand for each other; beside None, those of one run only."""
    for gone, came in _runs(old, new, [one.place for one in old], [one.place for one in new]):
        # An edited line is compared by its operations.
        for before, now in _runs(
            gone, came, [one.operation for one in gone], [one.operation for one in came]
        ):
            if len(before) == len(now):
                yield from zip(before, now, strict=True)
            else:
                yield from ((one, None) for one in before)
                yield from ((None, one) for one in now)


def _runs(
    old: Sequence[LineResults], new: Sequence[LineResults], first: Sequence[object], second: Sequence[object]
) -> Iterator[tuple[Sequence[LineResults], Sequence[LineResults]]]:
    """Yield runs of lines that stand for each other, by what is given of each."""
    for _, a, a_end, b, b_end in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        yield old[a:a_end], new[b:b_end]


def _facts(old: LineResults, new: LineResults, tolerance: Tolerance) -> Iterator[tuple[str, str, str]]:
    for name in ("calls", "raised"):
        before, now = getattr(old, name), getattr(new, name)
        if before != now:
            yield name, f"{before:,}", f"{now:,}"
    if old.results != new.results:
        yield "result", ", ".join(old.results), ", ".join(new.results)
    elif old.hash != new.hash:
        yield from _values(old, new, tolerance)


def _values(old: LineResults, new: LineResults, tolerance: Tolerance) -> Iterator[tuple[str, str, str]]:
    for label, name in (("NaN", "nans"), ("Inf", "infinities")):
        before, now = getattr(old.numbers, name), getattr(new.numbers, name)
        if before != now:
            yield label, f"{before:,}", f"{now:,}"
    apart = tolerance.allows(old, new)
    unlike = False
    for name in ("minimum", "maximum", "mean"):
        before, now = getattr(old.numbers, name), getattr(new.numbers, name)
        if not _near(before, now, apart):
            unlike = True
            yield name, _text(before), _text(now)
    for before, now in zip(old.elements, new.elements, strict=False):
        if not unlike and not _near(before, now, apart):
            yield "element", _text(before), _text(now)
            return
    if not unlike and _exact(new):
        yield "contents", old.hash[:8], new.hash[:8]


def _exact(line: LineResults) -> bool:
    """Return whether all its results are whole numbers, truth values or texts."""
    return not any(result.startswith(_INEXACT) for result in line.results)


def _near(one: float | None, other: float | None, apart: float) -> bool:
    if one is None or other is None:
        return one is other
    return one == other or abs(one - other) <= apart or (math.isnan(one) and math.isnan(other))


def _text(number: float | None) -> str:
    return "none" if number is None else f"{number:.9g}"
