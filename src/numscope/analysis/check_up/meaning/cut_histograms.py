"""A mean over the classes of a histogram by shares of all values, of which the classes leave some out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.literals import written_at
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operation

KIND = "sum"
_LEAST_LOST = 0.01
_TOTALS = ("sum", "nansum")
_PRODUCTS = ("dot", "matmul", "vdot", "inner")
_FIX = "let the classes reach over all values, or divide by what they hold: `count / count.sum()`"


@dataclass(frozen=True)
class _Cut:
    """A histogram that leaves values out. ends: of its range, those beyond which values lie first."""

    call: Call
    operation: int
    counts: Any
    edges: Any
    given: int
    ends: tuple[float, ...]

    @property
    def shares(self) -> Any:
        return self.counts / self.given

    @property
    def held(self) -> int:
        return int(self.counts.sum())


def cut_histograms(evidence: Evidence) -> Iterator[Finding]:
    """Yield histograms that leave values out, and whose shares of all values then weigh the middles of the classes."""
    cut = [one for call, made in in_order(evidence, ["histogram"]) if (one := _cut(call, made)) is not None]
    found: set[int] = set()
    for call, operation in in_order(evidence, ("multiply", *_PRODUCTS)) if cut else ():
        one = next((each for each in cut if each.operation < operation.id and _weighs(each, operation)), None)
        if one is None or one.call.id in found or not _is_added_up(evidence, operation):
            continue
        found.add(one.call.id)
        where = place_beside(call.file, call.line, one.call.file)
        problem = (
            f"{one.given - one.held:,} of {one.given:,} values lie outside the classes ({one.edges[0]:g} to "
            f"{one.edges[-1]:g}): the shares are {one.held / one.given:.3g} in all, and the mean over the classes in "
            f"{where} takes them for all"
        )
        file, line = written_at(evidence, one.call, *one.ends) or (one.call.file, one.call.line)
        yield finding_of(KIND, replace(one.call, file=file, line=line), one.operation, 1, problem, _FIX)


def _cut(call: Call, histogram: Operation) -> _Cut | None:
    """Return a histogram of counts that leaves some of the given values out."""
    given = histogram.inputs[0] if histogram.inputs else None
    made = [numbers_of(one) for one in histogram.outputs]
    plain = not any(one.name in ("weights", "density") and one.literal for one in histogram.operands)
    if given is None or given.statistics is None or len(made) != 2 or not plain:
        return None
    counts, edges = made
    count = int(np.prod(given.shape or (0,)))
    if counts is None or edges is None or counts.ndim != 1 or counts.dtype.kind not in "iu":
        return None
    lost = count - int(counts.sum())
    if not count or lost < _LEAST_LOST * count or given.statistics.nonfinite:
        return None
    low, high = given.statistics.minimum, given.statistics.maximum
    ends = [(float(edges[-1]), high is not None and high > edges[-1])]
    ends += [(float(edges[0]), low is not None and low < edges[0])]
    return _Cut(call, histogram.id, counts, edges, count, tuple(end for end, passed in ends if passed))


def _weighs(cut: _Cut, operation: Operation) -> bool:
    """Return whether an operation multiplies the shares of all values by a number of each class."""
    if [one.shape for one in operation.inputs] != [cut.counts.shape] * 2:
        return False
    values = [numbers_of(one) for one in operation.inputs]
    return all(value is not None for value in values) and any(
        np.allclose(share, cut.shares, rtol=1e-6, atol=0) and _is_of_classes(cut, other)
        for share, other in (values, values[::-1])
    )


def _is_of_classes(cut: _Cut, values: Any) -> bool:
    return bool(((cut.edges[:-1] <= values) & (values <= cut.edges[1:])).all())


def _is_added_up(evidence: Evidence, operation: Operation) -> bool:
    if last_name(operation) in _PRODUCTS:
        return True
    return any(last_name(reader) in _TOTALS for reader in evidence.readers(operation))
