"""Monthly bonus of bicycle couriers from their trip log.

Applies distance, rain and punctuality rules; prints bonus and ranking.
"""

import numpy as np
import pandas as pd


def main():
    rng = np.random.default_rng(83)
    n = 900
    trips = pd.DataFrame(
        {
            "courier": rng.choice(["Ada", "Bo", "Cem", "Dina", "Eli"], n),
            "day": rng.integers(1, 31, n),
            "km": rng.gamma(3.0, 1.2, n).round(2),
            "late": rng.random(n) < 0.12,
        }
    )
    rain = pd.Series(rng.random(30) < 0.3, index=range(1, 31))
    points = []
    for _, row in trips.iterrows():
        p = 1.0
        if row["km"] > 5:
            p += 0.5
        if rain[row["day"]]:
            p *= 1.5
        if row["late"]:
            p = 0.0
        points.append(p)
    trips["points"] = points
    result = {}
    for name in sorted(trips["courier"].unique()):
        own = trips[trips["courier"] == name]
        days = own["day"].nunique()
        streak = 0
        best = 0
        worked = set(own["day"])
        for d in range(1, 31):
            streak = streak + 1 if d in worked else 0
            best = max(best, streak)
        result[name] = {
            "trips": len(own),
            "km": own["km"].sum(),
            "points": own["points"].sum(),
            "per_day": own["points"].sum() / days,
            "streak": best,
        }
    table = pd.DataFrame(result).T
    table["bonus"] = 0.8 * table["points"] + 2.0 * table["streak"]
    print(table.round(3).to_string())
    print("winner:", table["bonus"].idxmax())
    print("budget: %.2f" % table["bonus"].sum())


if __name__ == "__main__":
    main()
