"""Report how the oil pressed by three olive mills grows from month to month.

Every mill sends a table with one row a month. A mill that was closed in a month sends no row: that month counts as the
mean of its neighbours. The report gives each mill's average growth and the growth of the cooperative as a whole.

Symptom: every growth rate and the cooperative's total print nan
Culprit: rows are stamped at the month's end, asfreq("MS") looks for its first day and finds none of 23 rows
Report: none
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

MONTHS = pd.date_range("2023-01-31", periods=24, freq="ME")


@dataclass
class Mill:
    """A member of the cooperative."""

    name: str
    start: float  # litres in the first month
    trend: float  # growth a month
    closed: tuple[int, ...]  # months without a row


MILLS = [
    Mill("Agia Marina", 5200.0, 0.012, (7,)),
    Mill("Kato Vrysi", 3100.0, 0.021, (3, 19)),
    Mill("Petras", 8800.0, -0.004, ()),
]


def deliveries(mill, rng):
    """Return the rows a mill sent in, indexed by the day on which the month was closed."""
    steps = np.arange(len(MONTHS))
    season = 1.0 + 0.15 * np.sin(2 * np.pi * steps / 12)
    litres = mill.start * (1 + mill.trend) ** steps * season * rng.normal(1.0, 0.02, len(MONTHS))
    rows = pd.DataFrame({"litres": litres.round(1), "tins": (litres / 5).astype(int)}, index=MONTHS)
    return rows.drop(index=[MONTHS[month] for month in mill.closed])


def monthly(rows):
    """Return the litres on a gapless monthly calendar, closed months filled from their neighbours."""
    calendar = rows["litres"].asfreq("MS")  # culprit
    return calendar.interpolate()


def growth(series):
    """Return the mean growth a month, from a straight line through the logarithms."""
    logs = np.log(series.to_numpy())
    steps = np.arange(len(logs)) - (len(logs) - 1) / 2
    return float(steps @ logs / (steps @ steps))


def report(tables):
    """Print a line a mill and one for all of them."""
    total = None
    for mill, rows in tables:
        series = monthly(rows)
        total = series if total is None else total + series
        print(f"{mill.name:<12} {len(rows):3d} rows  growth {100 * growth(series):6.2f} % a month")
    print(f"cooperative: growth {100 * growth(total):.2f} % a month")


def main():
    """Collect the tables and print the report."""
    rng = np.random.default_rng(41)
    tables = [(mill, deliveries(mill, rng)) for mill in MILLS]
    tins = sum(int(rows["tins"].sum()) for _, rows in tables)
    print(f"tins filled: {tins}")
    report(tables)


if __name__ == "__main__":
    main()
