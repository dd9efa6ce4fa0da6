"""Tell by how many days per decade the cherries of four towns flower earlier.

Symptom: The trend of Thun and the trend of all towns are nan.
Culprit: The dates are parsed day-first alone, so the 18 dates that Thun wrote as year-month-day become NaT.
Report: pandas-dev/pandas#25143 (to_datetime with errors="coerce" turns dates of another form into NaT)
"""

import numpy as np
import pandas as pd

TOWNS = {"Aarau": 102, "Brig": 88, "Thun": 111, "Zug": 105}
YEARS = range(1984, 2018)


def diary(rng):
    """The entries of the observers as they were typed; a dash stands for a year without an entry."""
    rows = []
    for town, day in TOWNS.items():
        for year in YEARS:
            if rng.random() < 0.1:
                rows.append((town, year, "-", np.nan))
                continue
            flowering = day - 0.28 * (year - 1984) + rng.normal(0, 4.5)
            date = pd.Timestamp(year, 1, 1) + pd.Timedelta(days=round(flowering) - 1)
            if town == "Thun" and year >= 2000:
                text = date.strftime("%Y-%m-%d")
            else:
                text = date.strftime("%d.%m.%Y")
            rows.append((town, year, text, round(rng.normal(9.0, 1.2), 1)))
    return pd.DataFrame(rows, columns=["town", "year", "opened", "warmth"])


def parsed(entries):
    """Leave out the years without an entry and number the days of the others."""
    known = entries[entries["opened"] != "-"].copy()
    opened = pd.to_datetime(known["opened"], format="%d.%m.%Y", errors="coerce")  # culprit
    known["day"] = opened.dt.day_of_year
    return known


def trend(group):
    """Slope in days per decade by least squares."""
    year = group["year"].to_numpy(dtype=float)
    day = group["day"].to_numpy(dtype=float)
    year -= year.mean()
    return 10.0 * np.sum(year * day) / np.sum(year**2)


def warm_years(entries):
    """Mean warmth of March per decade; years without an entry have none."""
    decade = entries["year"] // 10 * 10
    return entries.groupby(decade)["warmth"].mean()


def main():
    rng = np.random.default_rng(1912)
    entries = diary(rng)
    silent = (entries["opened"] == "-").sum()
    print(f"{len(entries)} years, {silent} of them without an entry")
    print("warmth of March")
    for decade, value in warm_years(entries).items():
        print(f"  {decade}: {value:.2f} degrees")

    known = parsed(entries)
    trends = {}
    for town, group in known.groupby("town"):
        trends[town] = trend(group)
        print(f"{town:6s} {len(group):3d} years {trends[town]:8.3f} days per decade")

    weights = known.groupby("town").size()
    overall = sum(trends[town] * weights[town] for town in trends) / weights.sum()
    print(f"all towns {overall:.3f} days per decade")


if __name__ == "__main__":
    main()
