"""What one line gives, call after call: the results of a loop as a series of statistics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence
from numscope.analysis.concepts.arrow_columns import numbers


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
    told = ", ".join(f"{name} := {source}" for name, source in _STEPS.items())
    table = evidence.trace.sql(
        f"""
        with own as (
            select id, call from recorded_operations where call in (select unnest(?::integer[]))
        )
        select call, dtype, shape, list(struct_pack({told}) order by own.id) as steps
        from own join operand_contents on operation = own.id
        where role in ('output', 'mutated') and regexp_matches(dtype, '^float(16|32|64)$') and minimum is not null
            and coalesce(nans, 0) = 0 {"and owner is null" if whole else ""}
            and len(shape) >= 0 and coalesce(list_product(shape), 1) >= ?
        group by call, dtype, shape having count(*) >= ?
        """,
        [[call.id for call in calls], least_elements, least],
    )
    # As arrays, not as Python's numbers: a loop may have made millions of results.
    for row, found in zip(table.drop_columns("steps").to_pylist(), table["steps"], strict=True):
        columns = map(numbers, found.values.flatten(), (0, *[np.nan] * (len(_STEPS) - 1)))
        yield Series(
            evidence.calls[row["call"]],
            row["dtype"],
            tuple(row["shape"] or ()),
            **dict(zip(_STEPS, columns, strict=True)),
        )


_STEPS = {"ids": "own.id", **{name: name for name in ("minimum", "maximum", "mean", "deviation")}}
