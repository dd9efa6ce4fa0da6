"""What a post van carries to each village, with the rates of the parcels' classes.

Symptom: less weight and lower fees in each village
Culprit: parcels of a kind without a rate are dropped by the merge
Report: none
"""

import numpy as np
import pandas as pd

RATES = {"small": 0.8, "long": 1.1, "heavy": 1.9}
OTHER_RATE = 0.5


class Tariff:
    def __init__(self, rates, other):
        self.table = pd.DataFrame({"kind": list(rates), "rate": list(rates.values())})
        self.other = other

    def price(self, parcels):
        priced = pd.merge(parcels, self.table, on="kind")  # culprit
        priced["rate"] = priced["rate"].fillna(self.other)
        return priced.assign(fee=lambda table: table["kg"] * table["rate"])


def by_village(priced):
    villages = priced.groupby("village")[["kg", "fee"]].sum()
    return villages.assign(share=villages["fee"] / villages["fee"].sum())


def parcels(seed, count):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "village": rng.choice(["Ahr", "Brück", "Dorn", "Eich"], count),
            "kind": rng.choice([*RATES, "post bag"], count, p=[0.5, 0.2, 0.2, 0.1]),
            "kg": rng.gamma(2.0, 2.5, count).round(2),
        }
    )


def main():
    villages = by_village(Tariff(RATES, OTHER_RATE).price(parcels(30, 80)))
    for village, row in villages.iterrows():
        print(f"{village}: {row['kg']:.2f} kg, {row['fee']:.4f}, {row['share']:.5f}")
    print(f"all {villages['fee'].sum():.4f}")


main()
