"""Reports the delays of bus lines and of the rush hour."""

import numpy as np
import pandas as pd


def make_trips(seed=11):
    rng = np.random.default_rng(seed)
    lines = rng.choice(["12", "27", "40"], 500)
    hours = rng.integers(6, 22, 500)
    delay = rng.gamma(1.5, 2.0, 500) + 1.5 * ((hours >= 7) & (hours <= 9))
    trips = pd.DataFrame({"line": lines, "hour": hours, "delay": delay})
    trips.loc[rng.random(500) < 0.05, "delay"] = np.nan
    return trips


def main():
    trips = make_trips()
    trips = trips[trips["delay"].notna()]
    for line in sorted(trips["line"].unique()):
        values = trips[trips["line"] == line]["delay"]
        late = 0
        for value in values:
            if value > 5:
                late += 1
        print("line %s: mean %.3f min, late %.3f" % (line, values.mean(), late / len(values)))
    rush = trips[(trips["hour"] >= 7) & (trips["hour"] <= 9)]
    print("trips: %d" % len(trips))
    print("rush hour mean: %.3f min" % rush["delay"].mean())
    print("spread: %.3f min" % trips["delay"].std())


if __name__ == "__main__":
    main()
