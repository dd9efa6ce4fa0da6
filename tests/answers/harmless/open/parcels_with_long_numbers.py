"""Follows parcels through a sorting centre: joins the scans to the posting list
and reports how many scans and how much delay each parcel has.

Symptom: none
Culprit: none
Tempts: long parcel numbers and missed scans in one column
"""

import numpy as np
import pandas as pd

FIRST_NUMBER = 9_340_550_120_000_001
N_PARCELS = 400
READERS = 6


def posting_list(rng):
    number = FIRST_NUMBER + np.arange(N_PARCELS, dtype=np.int64)
    return pd.DataFrame(
        {
            "number": number,
            "kilos": rng.gamma(2.2, 1.3, N_PARCELS).round(2),
            "posted": rng.uniform(0, 3600, N_PARCELS).round(1),
        }
    )


def belt_slots(rng, parcels):
    """Scans at numbered slots of the belt; a slot without a reading is absent."""
    order = np.argsort(parcels["posted"].to_numpy())
    numbers = np.repeat(parcels["number"].to_numpy()[order], READERS)
    slot = np.arange(numbers.size)
    read = rng.random(numbers.size) > 0.05
    return pd.Series(numbers[read], index=slot[read], name="number"), numbers.size


def full_belt(scans, n_slots):
    return scans.astype("Int64").reindex(range(n_slots))


def scan_table(belt):
    table = belt.dropna().astype("int64").to_frame()
    table["moment"] = 30.0 + 1.6 * table.index.to_numpy()
    return table.groupby("number")["moment"].agg(scans="count", first="min", last="max")


def main():
    rng = np.random.default_rng(55)
    parcels = posting_list(rng)
    scans, n_slots = belt_slots(rng, parcels)
    belt = full_belt(scans, n_slots)
    per_parcel = scan_table(belt)
    joined = parcels.merge(per_parcel, on="number", how="inner")
    span = joined["last"] - joined["first"]
    print(f"slots {n_slots}, without reading {int(belt.isna().sum())}")
    print(f"parcels posted {len(parcels)}, seen on the belt {len(per_parcel)}")
    print(f"scans per parcel: mean {per_parcel['scans'].mean():.3f}, most {per_parcel['scans'].max()}")
    print(f"parcels matched {len(joined)}, weight {joined['kilos'].sum():.1f} kg")
    print(f"time between first and last reader {span.mean():.2f} s")


if __name__ == "__main__":
    main()
