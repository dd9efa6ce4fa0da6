"""Weekly waiting-time index of four outpatient clinics.

Joins visits with the planned capacity and prints the load-weighted index.

Symptom: the index is nan for every clinic
Culprit: capacity is indexed by lower-case clinic codes after str.lower() while the visits keep upper case, so the aligned division yields nan in all 8 labels.
Report: none
"""

import numpy as np
import pandas as pd


def make_visits(rng):
    n = 1200
    return pd.DataFrame(
        {
            "clinic": rng.choice(["ENT", "DERM", "ORTHO", "EYE"], size=n, p=[0.2, 0.3, 0.35, 0.15]),
            "week": rng.integers(1, 14, size=n),
            "wait_min": rng.gamma(2.5, 14.0, size=n).round(1),
        }
    )


def make_capacity():
    raw = pd.DataFrame(
        {
            "code": [" ENT", "DERM ", "ORTHO", "EYE"],
            "slots": [25, 34, 41, 19],
        }
    )
    raw["code"] = raw["code"].str.strip().str.lower()  # culprit
    return raw.set_index("code")["slots"]


def weekly_load(visits, capacity):
    counts = visits.groupby("clinic").size() / visits["week"].nunique()
    return counts / capacity


def waiting_index(visits, capacity):
    load = weekly_load(visits, capacity)
    typical = visits.groupby("clinic")["wait_min"].median()
    index = typical / load
    return index.reindex(sorted(visits["clinic"].unique()))


def main():
    visits = make_visits(np.random.default_rng(2024))
    capacity = make_capacity()
    print("visits:", len(visits), "weeks:", visits["week"].nunique())
    print("overall median wait: %.1f min" % visits["wait_min"].median())
    slow = (visits["wait_min"] > 60).groupby(visits["clinic"]).mean()
    print("share above one hour:")
    print(slow.round(3).to_string())
    index = waiting_index(visits, capacity)
    print("waiting index:")
    print(index.to_string())
    print("network index:", index.mean())


if __name__ == "__main__":
    main()
