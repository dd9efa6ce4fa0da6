"""Bills a quarter's visits of a country practice: joins each visit to the tariff of
its treatment, adds the travel zone, and reports costs per village.

Symptom: none
Culprit: none
Tempts: joins of tables in which several rows share a key
"""

import numpy as np
import pandas as pd

VILLAGES = ["Ashby", "Brook", "Cliff", "Dene", "Elm"]


def tariff():
    old = pd.DataFrame(
        {
            "treatment": ["check", "wound", "vaccine", "blood", "ecg", "xray", "advice"],
            "fee": [28.0, 42.0, 19.0, 23.0, 55.0, 80.0, 15.0],
            "edition": 1,
        }
    )
    new = pd.DataFrame(
        {
            "treatment": ["wound", "blood", "advice", "remote", "spirometry"],
            "fee": [46.0, 24.5, 17.0, 12.0, 38.0],
            "edition": 2,
        }
    )
    return pd.concat([old, new], ignore_index=True)


def zones():
    km = [2.0, 7.5, 11.0, 4.0, 16.0]
    return pd.DataFrame({"village": VILLAGES, "travel": [0.9 * k for k in km]})


def visits(rng, n=1200):
    names = tariff()["treatment"].unique()
    return pd.DataFrame(
        {
            "day": rng.integers(1, 91, n),
            "village": rng.choice(VILLAGES, n, p=[0.35, 0.2, 0.15, 0.2, 0.1]),
            "treatment": rng.choice(names, n),
            "home": rng.random(n) < 0.3,
        }
    )


def bill(log):
    fees = tariff().sort_values("edition").drop_duplicates("treatment", keep="last")
    items = log.merge(fees, on="treatment", how="left").merge(zones(), on="village", how="left")
    items["amount"] = items["fee"] + items["travel"].where(items["home"], 0.0)
    return items


def main():
    log = visits(np.random.default_rng(66))
    items = bill(log)
    per_village = items.groupby("village")["amount"].agg(["count", "sum", "mean"]).round(2)
    print(per_village.to_string())
    print(f"billed items {len(items)}, total {items['amount'].sum():.2f}")
    busiest = items.groupby("day")["amount"].sum()
    print(f"dearest day {busiest.idxmax()} with {busiest.max():.2f}")
    print("amount by treatment")
    print(items.groupby("treatment")["amount"].sum().round(0).to_string())


if __name__ == "__main__":
    main()
