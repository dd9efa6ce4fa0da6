"""How much a kiosk takes beside the mean of its street.

Symptom: the best kiosks of each street and the spread are other ones
Culprit: the means are in the old order, the rows that they divide are sorted
Report: none
"""

import numpy as np
import pandas as pd

STREETS = ["Mill", "Church", "Harbour", "Station"]


def read(seed, rows=60):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "street": rng.choice(STREETS, rows),
            "day": rng.integers(0, 15, rows),
            "takings": rng.gamma(4.0, 60.0, rows),
            "hours": rng.integers(5, 12, rows),
        }
    )


def with_rates(kiosks):
    return kiosks.assign(by_hour=kiosks["takings"] / kiosks["hours"])


def street_means(kiosks):
    return kiosks.groupby("street")["by_hour"].transform("mean").to_numpy()


def in_order(kiosks):
    return kiosks.sort_values(["day", "street"]).reset_index(drop=True)


def report(kiosks):
    means = street_means(kiosks)
    ordered = in_order(kiosks)
    ordered["beside"] = ordered["by_hour"] / means  # culprit
    ordered["so_far"] = ordered.groupby("street")["takings"].cumsum()
    return ordered


def main():
    ordered = report(with_rates(read(21)))
    best = ordered.groupby("street")["beside"].max()
    print(best.round(5).to_dict())
    print(f"spread {ordered['beside'].std():.6f}")
    print(f"takings {ordered['takings'].sum():.3f}, last {ordered['so_far'].iloc[-1]:.3f}")


main()
