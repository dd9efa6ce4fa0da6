"""Annotate gene variants with their frequency and combine scores by gene."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(77)
df = pd.DataFrame(
    {
        "variant": [f"rs{n}" for n in range(80)],
        "gene": rng.choice(["APOE", "BRCA1", "CFTR", "LDLR"], 80),
        "z": rng.normal(0, 1.4, 80),
    }
)
numbers = np.concatenate([np.arange(80), rng.choice(80, 12, replace=False)])
ref = pd.DataFrame({"variant": [f"rs{n}" for n in numbers], "maf": rng.uniform(0.01, 0.5, len(numbers))})

ref = ref.drop_duplicates("variant")
df = pd.merge(df, ref, on="variant", how="left")
df["weight"] = 1 / (df["maf"] * (1 - df["maf"]))
df["chi2"] = df["z"] ** 2 * np.sqrt(df["weight"])
scores = df.groupby("gene")["chi2"].sum().sort_values(ascending=False)
print("rows:", len(df))
print(scores.round(4).to_string())
