"""Week-over-week retention of podcast listeners by cohort.

Builds the cohort triangle, the growth of downloads and a smoothed score.

Symptom: the retention score is nan
Culprit: the rolling mean uses window=6 while each show has only 5 weeks, so every window is incomplete (min_periods = 6) and all values are nan.
Report: none
"""

import numpy as np
import pandas as pd

WEEKS = 5
SHOWS = ["ferrymen", "soilcast", "night shift"]


def downloads(rng):
    rows = []
    for show in SHOWS:
        base = rng.integers(400, 2500)
        keep = rng.uniform(0.78, 0.93)
        for week in range(WEEKS):
            level = base * keep**week * rng.uniform(0.97, 1.03)
            rows.append({"show": show, "week": week, "listeners": int(level)})
    return pd.DataFrame(rows)


def add_retention(table):
    first = table.groupby("show")["listeners"].transform("first")
    table = table.assign(retention=table["listeners"] / first)
    table["smooth"] = table.groupby("show")["retention"].transform(lambda s: s.rolling(6).mean())  # culprit
    return table


def score(table):
    weights = np.linspace(1.0, 0.5, WEEKS)
    last = table.groupby("show")["smooth"].last()
    early = table[table["week"] == 1].set_index("show")["retention"]
    return pd.DataFrame(
        {
            "early": early,
            "smooth": last,
            "score": 100.0 * (0.3 * early + 0.7 * last) / weights.max(),
        }
    )


def main():
    table = add_retention(downloads(np.random.default_rng(8)))
    print(table.pivot(index="show", columns="week", values="listeners").to_string())
    result = score(table)
    print(result.round(3).to_string())
    print("portfolio score:", result["score"].mean(skipna=False))


if __name__ == "__main__":
    main()
