"""What one line gives, call after call: the results of a loop as a series of statistics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence
from numscope.trace.arrow_columns import numbers
from numscope.trace.chosen_slots import operands_of


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
    told = ", ".join(f"list({name}) as {name}" for name in _STEPS)
    operands = operands_of(
        "own", "fitting", "own.id as ids, call, alike, owner, nans, minimum, maximum, mean, deviation"
    )
    # Layouts are told apart among the few slots: texts and lists of all operands would take twice the time.
    table = evidence.trace.ask(
        f"""
        with own as (
            select id, call from recorded_operations where call in (select unnest(?::integer[]))
        ), fitting as (
            select id, dtype, shape, min(id) over (partition by dtype, shape) as alike from slots
            where role in ('output', 'mutated') and regexp_matches(dtype, '^float(16|32|64)$')
                and len(shape) >= 0 and coalesce(list_product(shape), 1) >= ?
        ), found as (
            select call, alike, {told} from ({operands})
            where minimum is not null and coalesce(nans, 0) = 0 {"and owner is null" if whole else ""}
            group by call, alike having count(*) >= ?
        )
        select call, dtype, shape, {", ".join(_STEPS)} from fitting join found on found.alike = fitting.id
        order by call, found.alike
        """,
        [[call.id for call in calls], least_elements, least],
    )
    # As arrays, not as Python's numbers: a loop may have made millions of results.
    for row, *columns in zip(
        table.drop_columns(list(_STEPS)).to_pylist(), *(table[name] for name in _STEPS), strict=True
    ):
        ids, *statistics = map(numbers, (column.values for column in columns), (0, *[np.nan] * 4))
        order = slice(None) if (ids[1:] > ids[:-1]).all() else np.argsort(ids)
        yield Series(
            evidence.calls[row["call"]],
            row["dtype"],
            tuple(row["shape"] or ()),
            *(column[order] for column in (ids, *statistics)),
        )


_STEPS = ("ids", "minimum", "maximum", "mean", "deviation")
