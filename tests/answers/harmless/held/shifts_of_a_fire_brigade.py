"""Summarise the shifts of a fire brigade with rolling and shifted columns, whose edges are empty by nature.

The first rows of a rolling mean and of a difference have no value, nor have teams without a shift in a month. The
report counts them, leaves them out of its figures and prints them as a blank.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the edges of rolling and shifted columns, which the report leaves out and prints as blanks
Report: none
"""

from io import StringIO

import numpy as np
import pandas as pd

TEAMS = ["red", "blue", "green"]


def shifts(seed, days):
    """Return one row a shift: its team, calls and hours; a shift that was cancelled has no hours."""
    rng = np.random.default_rng(seed)
    dates = pd.date_range("2024-01-01", periods=days, freq="D")
    team = np.array(TEAMS)[np.arange(days) % 3]
    team[(dates.month == 2) & (team == "green")] = "blue"  # training in February
    calls = rng.poisson(3 + 2 * (dates.day_of_week >= 5))
    hours = rng.normal(12, 1, days).round(2)
    hours[rng.random(days) < 0.05] = np.nan
    return pd.DataFrame({"date": dates, "team": pd.Categorical(team, TEAMS), "calls": calls, "hours": hours})


def with_trends(table):
    """Return the table with a mean of seven days, the change of it over a week, and the rest since the last shift."""
    table = table.assign(week=table["calls"].rolling(7).mean())
    table["change"] = table["week"] - table["week"].shift(7)
    table["rest"] = table.groupby("team", observed=True)["date"].diff().dt.days
    return table


def monthly(table):
    """Return the mean hours of a shift by month and team, empty where a team had none."""
    month = table["date"].dt.month_name()
    return table.pivot_table(
        index=month, columns="team", values="hours", aggfunc="mean", observed=False, sort=False
    )


def printed(table):
    """Return a table as text with blanks for empty cells."""
    out = StringIO()
    table.to_string(out, na_rep="", float_format="{:.2f}".format)
    return out.getvalue()


def main():
    """Print the report."""
    table = with_trends(shifts(112, 91))
    empty = table[["hours", "week", "change", "rest"]].isna().sum()
    print(", ".join(f"{column} {count} empty" for column, count in empty.items()))
    print(printed(monthly(table)))
    busiest = table.loc[table["week"].idxmax()]
    print(f"busiest week ends on {busiest['date']:%d %B} with {busiest['week']:.2f} calls a day")
    rise = table["change"].max()
    print(f"largest rise within a week: {rise:.2f}, in {int((table['change'] == rise).sum())} weeks")
    rest = table.groupby("team", observed=True)["rest"].agg(["min", "median", "max"])
    print(printed(rest))
    share = (table["hours"] > 13).where(table["hours"].notna()).mean()
    print(f"long shifts: {100 * share:.1f} % of {int(table['hours'].notna().sum())}")
    correlation = table[["calls", "hours"]].corr(min_periods=30).loc["calls", "hours"]
    print(f"correlation of calls and hours within 0.3 of zero: {bool(abs(correlation) < 0.3)}")


if __name__ == "__main__":
    main()
