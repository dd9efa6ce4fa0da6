"""Polymer table.

Symptom: The last number is another one.
Culprit: Concat(axis=1) replaced by join on a non-unique index, rows multiply (608.4 -> 6083.7 g).
Report: NatLabRockies/polyID#1
"""

import numpy as np
import pandas as pd

MONOMERS = {"PEG": 44.05, "PLA": 72.06, "PS": 104.15, "PMMA": 100.12}
GLASS_C = {"PEG": -60, "PLA": 58, "PS": 100, "PMMA": 105}


def batches(seed=33, n=40):
    rng = np.random.default_rng(seed)
    names = rng.choice(list(MONOMERS), n)
    length = rng.integers(80, 400, n)
    return pd.DataFrame(
        {"length": length, "mass_g": rng.uniform(2, 30, n).round(2)}, index=pd.Index(names, name="polymer")
    )


def measurements(table, seed=34):
    rng = np.random.default_rng(seed)
    tg = table.index.map(GLASS_C).to_numpy()
    return pd.DataFrame({"tg": (tg + rng.normal(0, 2, len(table))).round(1)}, index=table.index)


def combine(table, measured):
    full = table.join(measured)  # culprit
    return full.assign(molar_mass=full["length"] * full.index.map(MONOMERS))


def summary(full):
    return full.groupby(level="polymer").agg(
        batches=("tg", "size"), tg=("tg", "mean"), mass=("mass_g", "sum")
    )


table = batches()
full = combine(table, measurements(table))
print(summary(full).round(1).to_string())
weighted = np.average(full["tg"], weights=full["mass_g"])
print(f"mass-weighted glass temperature {weighted:.2f} C")
print(f"total mass {full['mass_g'].sum():.1f} g")
