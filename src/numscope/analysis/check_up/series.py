"""What one line gives, call after call: the results of a loop as a series of statistics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence

_COLUMNS = ("id", "minimum", "maximum", "mean", "deviation", "address")


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
    evidence: Evidence, calls: list[Call], least: int, least_elements: int = 1, whole: bool = False
) -> Iterator[Series]:
    """Yield the series of floating-point results, `least` long or longer. whole: none that are part of others."""
    rows = evidence.trace.sql(
        f"""
        with own as (
            select id, call from recorded_operations where call in (select unnest(?::integer[]))
        )
        select call, dtype, shape, list(own.id order by own.id) ids, list(minimum order by own.id) minimum,
            list(maximum order by own.id) maximum, list(mean order by own.id) mean,
            list(deviation order by own.id) deviation
        from own join operand_contents on operation = own.id
        where role in ('output', 'mutated') and regexp_matches(dtype, '^float(16|32|64)$') and minimum is not null
            and coalesce(nans, 0) = 0 {"and owner is null" if whole else ""}
            and len(shape) >= 0 and coalesce(list_product(shape), 1) >= ?
        group by call, dtype, shape having count(*) >= ?
        """,
        [[call.id for call in calls], least_elements, least],
    )
    for row in rows.to_pylist():
        numbers = {name: np.asarray(row[name], float) for name in ("minimum", "maximum", "mean", "deviation")}
        yield Series(
            evidence.calls[row["call"]],
            row["dtype"],
            tuple(row["shape"] or ()),
            np.asarray(row["ids"]),
            **numbers,
        )
