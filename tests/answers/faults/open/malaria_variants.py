"""Tabulates the frequency of each allele at some sites of a parasite sample.

Symptom: the alternate alleles come out too frequent (0.51 where the counts of alleles give 0.31) and the reference ones too rare
Culprit: each carrier counts once and is divided by the number of samples, so 0/1 counts as much as 1/1; each has two alleles
Report: https://bioinformatics.stackexchange.com/questions/20853/how-to-calculate-allele-frequency-from-vcf-file
"""

import numpy as np
import pandas as pd

FIRST_SAMPLE_COLUMN = 4


def make_calls(samples, seed):
    """A small table of genotype calls, one row a site."""
    rng = np.random.default_rng(seed)
    rows = []
    for position, ref, alt, share in [
        (102, "A", "T", 0.35),
        (317, "G", "C", 0.12),
        (544, "C", "A", 0.60),
        (871, "T", "G", 0.05),
    ]:
        alleles = (rng.random((samples, 2)) < share).astype(int)
        alleles.sort(axis=1)
        calls = [f"{a}/{b}:{rng.integers(12, 60)}" for a, b in alleles]
        rows.append(["chr7", position, ref, alt] + calls)
    names = ["CHROM", "POS", "REF", "ALT"] + [f"PF{i:04d}" for i in range(samples)]
    return pd.DataFrame(rows, columns=names)


def alternate_frequency(row):
    """Frequency of the alternate allele at one site."""
    calls = row.iloc[FIRST_SAMPLE_COLUMN:]
    count = 0
    for call in calls:
        genotype = call.split(":")[0]
        if "1" in genotype:  # culprit
            count += 1
    return count / len(calls)  # culprit, too


def mean_depth(row):
    """Mean number of reads behind the calls of one site."""
    depths = [int(call.split(":")[1]) for call in row.iloc[FIRST_SAMPLE_COLUMN:]]
    return np.mean(depths)


def main():
    table = make_calls(samples=150, seed=3)
    result = table[["POS", "REF", "ALT"]].copy()
    result["alt_frequency"] = table.apply(alternate_frequency, axis=1)
    result["ref_frequency"] = 1 - result["alt_frequency"]
    result["depth"] = table.apply(mean_depth, axis=1)
    print(result.round(3).to_string(index=False))
    diversity = 2 * result["alt_frequency"] * result["ref_frequency"]
    print(f"mean heterozygosity expected: {diversity.mean():.3f}")


if __name__ == "__main__":
    main()
