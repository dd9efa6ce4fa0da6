"""Fog statistics of three lighthouses from logbooks with missing days (pandas).

Short gaps are interpolated, long gaps stay out of the statistics.
Symptom: none
Culprit: none
Tempts: the table contains many NaN before and after the shift, diff and rolling steps; each statistic skips them or drops them first, no printed value is NaN.
Report: none
"""

import numpy as np
import pandas as pd


def logbooks(seed=13):
    rng = np.random.default_rng(seed)
    days = pd.date_range("1931-01-01", "1931-12-31", freq="D")
    out = {}
    for name, base in {"Pladda": 4.0, "Skerryvore": 6.5, "Ailsa": 3.2}.items():
        season = 1 + 0.6 * np.cos(2 * np.pi * (days.day_of_year.values - 20) / 365)
        out[name] = np.round(rng.gamma(1.5, base / 1.5, len(days)) * season, 1)
    frame = pd.DataFrame(out, index=days)
    frame.loc[rng.random(len(days)) < 0.05, "Pladda"] = np.nan
    frame.loc["1931-06-03":"1931-07-20", "Ailsa"] = np.nan
    # this keeper only started in March
    frame.loc[:"1931-02-28", "Skerryvore"] = np.nan
    return frame


def fill_short_gaps(frame, longest=3):
    filled = frame.interpolate(limit=longest, limit_area="inside")
    return filled


def weekly_change(frame):
    week = frame.rolling(7, min_periods=4).mean()
    change = week - week.shift(7)
    return change.dropna(how="all")


def summary(frame):
    return pd.DataFrame(
        {
            "days": frame.count(),
            "mean": frame.mean(),
            "wettest": frame.idxmax().dt.strftime("%d %b"),
            "p95": frame.quantile(0.95),
        }
    )


def pair_correlation(frame, a, b):
    both = frame[[a, b]].dropna()
    return both[a].corr(both[b]), len(both)


def main():
    raw = logbooks()
    print("missing before:", raw.isna().sum().to_dict())
    frame = fill_short_gaps(raw)
    print("missing after: ", frame.isna().sum().to_dict())
    print(summary(frame).round(2).to_string())
    change = weekly_change(frame)
    print("largest weekly rise:", change.max().round(2).to_dict())
    for a, b in [("Pladda", "Ailsa"), ("Pladda", "Skerryvore")]:
        r, n = pair_correlation(frame, a, b)
        print(f"correlation {a} / {b}: {r:.3f} over {n} days")


if __name__ == "__main__":
    main()
