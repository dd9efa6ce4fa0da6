import numpy as np
import pandas as pd

MONOMERS = {"PEG": 44.05, "PLA": 72.06, "PS": 104.15, "PMMA": 100.12}


def batches(seed=33, n=40):
    rng = np.random.default_rng(seed)
    names = rng.choice(list(MONOMERS), n)
    length = rng.integers(80, 400, n)
    return pd.DataFrame(
        {"length": length, "mass_g": rng.uniform(2, 30, n).round(2)}, index=pd.Index(names, name="polymer")
    )


def measurements(table, seed=34):
    rng = np.random.default_rng(seed)
    tg = table.index.map({"PEG": -60, "PLA": 58, "PS": 100, "PMMA": 105}).to_numpy()
    return pd.DataFrame({"tg": (tg + rng.normal(0, 2, len(table))).round(1)}, index=table.index)


def combine(table, measured):
    full = pd.concat([table, measured], axis=1)
    full["molar_mass"] = full["length"] * full.index.map(MONOMERS)
    return full


def summary(full):
    by = full.groupby(level="polymer")
    return pd.DataFrame({"batches": by.size(), "tg": by["tg"].mean(), "mass": by["mass_g"].sum()})


table = batches()
full = combine(table, measurements(table))
print(summary(full).round(1).to_string())
weighted = np.average(full["tg"], weights=full["mass_g"])
print(f"mass-weighted glass temperature {weighted:.2f} C")
print(f"total mass {full['mass_g'].sum():.1f} g")
