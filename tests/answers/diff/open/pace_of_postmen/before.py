"""Describe the pace of postmen over the working day from the times at which they scan letters."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(1840)
ROUTES = ["harbour", "hill", "old town", "station"]

rows = []
for route in ROUTES:
    minute = 0.0
    number = 0
    base = {"harbour": 1.4, "hill": 2.3, "old town": 0.9, "station": 1.2}[route]
    while minute < 360:
        pause = 18.0 if number % 120 == 119 else 0.0
        gap = rng.gamma(2.0, base / 2.0) + pause
        minute += gap
        number += 1
        rows.append((route, round(minute, 3), int(rng.integers(1, 6))))
scans = pd.DataFrame(rows, columns=["route", "minute", "letters"])

# time between scans; a gap of more than ten minutes is a rest and not part of the pace
scans["gap"] = scans.groupby("route")["minute"].diff()
work = scans[(scans["gap"].notna()) & (scans["gap"] <= 10.0)].copy()
work["pace"] = work["letters"] / work["gap"].clip(lower=0.05)

# smooth: recent scans weigh more
work["smooth"] = work.groupby("route")["pace"].transform(lambda pace: pace.ewm(span=30).mean())

summary = []
for route in ROUTES:
    part = work[work["route"] == route]
    summary.append(
        {
            "route": route,
            "scans": len(part),
            "median": part["pace"].median(),
            "spread": part["pace"].std(),
            "start": part["smooth"].iloc[10],
            "end": part["smooth"].iloc[-1],
            "letters": part["letters"].sum(),
        }
    )
summary = pd.DataFrame(summary).set_index("route")
summary["tired"] = summary["end"] < 0.9 * summary["start"]

rests = scans[scans["gap"] > 10.0].groupby("route")["gap"].agg(["size", "sum"])

for route, row in summary.iterrows():
    print(
        f"{route:9s}{row['scans']:5d} {row['median']:9.5f} {row['spread']:9.5f} "
        f"{row['start']:9.5f} {row['end']:9.5f} {row['letters']:6d} {row['tired']}"
    )
for route in ROUTES:
    size, total = rests.loc[route]
    print(f"{route}: {int(size)} rests of {total:.3f} minutes together")
print(f"letters in all {int(summary['letters'].sum())}")
print("fastest:", summary["median"].idxmax())
