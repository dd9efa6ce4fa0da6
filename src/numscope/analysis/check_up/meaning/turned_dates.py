"""Dates that are read with the month first, and run back and forth: with the day first they are in order.

One date a month, read so, gives the first days of one month of each year, which are in order as well: of more than a
year this is told from daily dates, which do not stop at the 12th.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import DAY_FIRST
from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operation

KIND = "meaning"
_LEAST = 6
_MONTHS = 12
_WRITTEN = ("dayfirst", "format")


def turned_dates(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that read dates whose order becomes right once day and month change places."""
    yield from first_faults(
        evidence, KIND, evidence.operations(evidence.named("to_datetime")), _problem, DAY_FIRST
    )


def _problem(operation: Operation) -> str | None:
    texts = any(str(one.attributes.get("dtype", "")) in ("str", "object") for one in operation.arguments)
    given = {one.name for one in operation.arguments}
    made = next((value_of(one) for one in operation.outputs if one.is_array()), None)
    if not texts or given & set(_WRITTEN) or made is None or np.asarray(made).dtype.kind != "M":
        return None
    dates = np.asarray(made)
    dates = dates[~np.isnat(dates)].astype("datetime64[D]")
    years, months = dates.astype("datetime64[Y]"), dates.astype("datetime64[M]")
    day = (dates - months.astype("datetime64[D]")).astype(int)
    month = (months - years.astype("datetime64[M]")).astype(int)
    if len(dates) < _LEAST or (day >= _MONTHS).any() or len(np.unique(day)) < 2:
        return None
    turned = (years.astype("datetime64[M]") + day).astype("datetime64[D]") + month
    steps, others = np.diff(dates.astype(int)), np.diff(turned.astype(int))
    monthly = np.diff(turned.astype("datetime64[M]").astype(int))
    if (
        len(dates) > _MONTHS
        and (monthly == 1).all()
        and len(np.unique(turned - turned.astype("datetime64[M]"))) == 1
    ):
        return (
            f"reads {len(dates):,} dates as days up to the 12th of one month of each year; with day and month "
            f"exchanged they are one a month, from {turned[0]} to {turned[-1]}"
        )
    if (steps >= 0).all() or (steps <= 0).all() or not (others >= 0).all():
        return None
    back = int((steps < 0).sum())
    return (
        f"reads dates of which {back:,} of {len(steps):,} come before the one above; with day and month exchanged, as "
        f"no day is above 12, all are in order, from {turned[0]} to {turned[-1]}"
    )
