"""Normalise qPCR readings by the housekeeping gene and compare two treatments.

Symptom: The program prints NaN or inf.
Culprit: Series with another index assigned as a column aligns to all NaN.
Report: pandas-dev/pandas#43079
"""

import numpy as np
import pandas as pd


def plate(seed=18, n=24):
    rng = np.random.default_rng(seed)
    wells = [f"{r}{c:02d}" for r in "AB" for c in range(1, n // 2 + 1)]
    treatment = np.where(np.arange(n) % 2 == 0, "control", "drug")
    target = rng.normal(24.0, 0.4, n) - 1.5 * (treatment == "drug")
    return pd.DataFrame({"treatment": treatment, "target_ct": target.round(2)}, index=wells)


def housekeeping(n, seed=19):
    rng = np.random.default_rng(seed)
    return pd.Series(rng.normal(18.0, 0.3, n).round(2), name="reference_ct")


def add_delta(sheet, reference):
    sheet = sheet.copy()
    sheet["reference_ct"] = reference  # culprit
    sheet["delta"] = sheet["target_ct"] - sheet["reference_ct"]
    return sheet


def fold_change(sheet):
    mean = sheet.groupby("treatment")["delta"].mean()
    return 2.0 ** -(mean["drug"] - mean["control"])


def main():
    sheet = plate()
    sheet = add_delta(sheet, housekeeping(len(sheet)))
    print(sheet.groupby("treatment")["target_ct"].agg(["mean", "std", "size"]).round(3).to_string())
    print(f"wells: {len(sheet)}")
    print(f"fold change drug / control: {fold_change(sheet):.3f}")


main()
