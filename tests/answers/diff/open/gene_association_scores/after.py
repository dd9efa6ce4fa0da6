"""Annotate gene variants with their frequency and combine scores by gene.

Symptom: After the clean-up all genes score higher, and the table has 92 rows for the study's 80 variants.
Culprit: `annotate` no longer drops the 12 duplicate variants of the reference table, so the merge repeats rows.
Report: precimed/python_convert#26
"""

import numpy as np
import pandas as pd


def study(rng, count=80):
    return pd.DataFrame(
        {
            "variant": [f"rs{n}" for n in range(count)],
            "gene": rng.choice(["APOE", "BRCA1", "CFTR", "LDLR"], count),
            "z": rng.normal(0, 1.4, count),
        }
    )


def reference(rng, count=80):
    numbers = np.concatenate([np.arange(count), rng.choice(count, 12, replace=False)])
    frequency = rng.uniform(0.01, 0.5, len(numbers))
    return pd.DataFrame({"variant": [f"rs{n}" for n in numbers], "maf": frequency})


def annotate(variants, frequencies):
    return variants.merge(frequencies, on="variant", how="left")  # culprit


def add_weights(table):
    return table.assign(weight=1 / (table["maf"] * (1 - table["maf"])))


def score_genes(table):
    chi2 = table["z"] ** 2 * np.sqrt(table["weight"])
    return chi2.groupby(table["gene"]).sum().sort_values(ascending=False)


def main():
    rng = np.random.default_rng(77)
    variants, frequencies = study(rng), reference(rng)
    table = annotate(variants, frequencies).pipe(add_weights)
    print("rows:", len(table))
    print(score_genes(table).round(4).to_string())


main()
