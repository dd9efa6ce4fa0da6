"""Sums up each week's sign-up rate of a web site from its daily clicks and registrations.

Symptom: the first week's rate prints as 1.32 % where 203 registrations of 25500 clicks are 0.8 %
Culprit: the mean of the daily rates counts a day of 1000 clicks as much as one of 10000; registrations over clicks is meant
Report: https://github.com/ElTejoman/Learning_Python
"""

import pandas as pd


def load_days():
    """Clicks and registrations of two weeks."""
    clicks = [2000, 10000, 1000, 4000, 5000, 2000, 1500, 2400, 9100, 1300, 3800, 5200, 1900, 1600]
    registrations = [36, 26, 25, 24, 24, 56, 12, 40, 31, 30, 22, 27, 48, 14]
    days = pd.date_range("2019-01-07", periods=len(clicks), freq="D")
    return pd.DataFrame({"day": days, "clicks": clicks, "registrations": registrations})


def add_rates(frame):
    """The table with the rate of each day, in percent, and its week."""
    frame = frame.copy()
    frame["rate"] = 100 * frame["registrations"] / frame["clicks"]
    frame["week"] = frame["day"].dt.isocalendar().week
    return frame


def weekly_summary(frame):
    """Clicks, registrations and the sign-up rate of each week."""
    grouped = frame.groupby("week")
    summary = grouped[["clicks", "registrations"]].sum()
    summary["rate"] = grouped["rate"].mean()  # culprit
    return summary


def best_day(frame):
    """The day with the highest rate."""
    row = frame.loc[frame["rate"].idxmax()]
    return row["day"].date(), row["rate"]


def main():
    frame = add_rates(load_days())
    summary = weekly_summary(frame)
    print(summary.round(3).to_string())
    change = summary["rate"].iloc[1] - summary["rate"].iloc[0]
    print(f"change from the first to the second week: {change:+.3f} points")
    day, rate = best_day(frame)
    print(f"best day: {day} with {rate:.2f} %")
    expected = summary["rate"].mean() / 100 * 40000
    print(f"registrations to expect from 40000 clicks: {expected:.0f}")


if __name__ == "__main__":
    main()
