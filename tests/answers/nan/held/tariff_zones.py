"""Freight bill: every parcel's postcode is looked up in the table of zones.

Symptom: The program prints NaN or inf.
Culprit: Series.map of integers with string keys: all NaN.
Report: pandas-dev/pandas#14210
"""

import io

import numpy as np
import pandas as pd

rng = np.random.default_rng(3)

ZONES = {"10": 1, "20": 1, "30": 2, "40": 2, "50": 3, "60": 3, "70": 4, "80": 4}
RATE = {1: 0.42, 2: 0.55, 3: 0.71, 4: 0.90}

buffer = io.StringIO()
buffer.write("parcel,region,kg\n")
for k in range(200):
    region = rng.choice([10, 20, 30, 40, 50, 60, 70, 80])
    buffer.write(f"{k},{region},{rng.uniform(0.5, 20):.2f}\n")
buffer.seek(0)

parcels = pd.read_csv(buffer)
print("parcels:", len(parcels), " heaviest:", parcels["kg"].max())

parcels["zone"] = parcels["region"].map(ZONES)  # culprit
parcels["rate"] = parcels["zone"].map(RATE)
parcels["cost"] = parcels["kg"] * parcels["rate"]

by_region = parcels.groupby("region")["kg"].sum()
print("kilograms to region 80:", by_region.loc[80].round(1))

average = parcels["cost"].mean()
print("average freight per parcel:", average)
