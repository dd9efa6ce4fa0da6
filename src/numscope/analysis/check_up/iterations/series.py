"""What one line gives, call after call: the results of a loop as a series of statistics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence
from numscope.analysis.check_up.iterations.loop_results import LEAST_STEPS


@dataclass(frozen=True)
class Series:
    """The results of one line's operation, all of one shape, in order. count: elements of each."""

    call: Call
    dtype: str
    shape: tuple[int, ...]
    ids: Any
    minimum: Any
    maximum: Any
    mean: Any
    deviation: Any

    @property
    def count(self) -> int:
        """How many elements each result has."""
        count = 1
        for length in self.shape:
            count *= length
        return count

    @property
    def size(self) -> Any:
        """The largest absolute value of each result."""
        return np.maximum(np.abs(self.minimum), np.abs(self.maximum))

    @property
    def total(self) -> Any:
        """The sum of each result."""
        return self.mean * self.count

    def __len__(self) -> int:
        """How many results there are."""
        return len(self.ids)


def series_of(
    evidence: Evidence, calls: list[Call], least_elements: int = 1, whole: bool = False
) -> Iterator[Series]:
    """Yield the series of floating-point results of these calls, which are among those of `STATES`.

    least_elements: of each result. whole: none that are part of others.
    """
    wanted = {call.id for call in calls}
    for found in evidence.loop_results:
        columns = dict(found.columns)
        kept = columns.pop("whole") > 0
        if whole and not kept.all():
            columns = {name: column[kept] for name, column in columns.items()}
        series = Series(evidence.calls[found.call], found.dtype, found.shape, **columns)
        if found.call in wanted and len(series) >= LEAST_STEPS and series.count >= least_elements:
            yield series
