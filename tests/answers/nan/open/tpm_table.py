"""Transcripts per million for a tumour and its matched normal tissue.

Takes a count table, looks up the exonic length of each gene in the annotation
and prints TPM with the log2 ratio tumour over normal for the marker genes.

Culprit: the annotation's ids (ENSG00000141510.18) are cut at the dot but the last
part, the version, is kept instead of the stem; none of the 6 count ids is found,
all lengths map to missing, the column sums are 0 and every TPM is NaN.
"""

import numpy as np
import pandas as pd

COUNTS = pd.DataFrame(
    {
        "gene_id": [
            "ENSG00000141510",
            "ENSG00000146648",
            "ENSG00000136997",
            "ENSG00000171862",
            "ENSG00000111640",
            "ENSG00000075624",
        ],
        "symbol": ["TP53", "EGFR", "MYC", "PTEN", "GAPDH", "ACTB"],
        "tumour": [412, 9120, 3310, 150, 48200, 61030],
        "normal": [980, 1240, 870, 1105, 45110, 58770],
    }
)

ANNOTATION = pd.DataFrame(
    {
        "feature": [
            "ENSG00000141510.18",
            "ENSG00000146648.21",
            "ENSG00000136997.22",
            "ENSG00000171862.16",
            "ENSG00000111640.15",
            "ENSG00000075624.17",
        ],
        "exonic_bp": [2629, 9905, 3721, 9027, 1875, 2554],
    }
)


def gene_lengths(annotation):
    """Exonic length in kilobases, indexed by the gene's stable id."""
    stem = annotation["feature"].str.rsplit(".", n=1).str[-1]  # culprit
    return pd.Series(annotation["exonic_bp"].to_numpy() / 1e3, index=stem)


def tpm(counts, lengths, samples):
    per_kb = counts[samples].div(counts["gene_id"].map(lengths), axis=0)
    return per_kb / per_kb.sum() * 1e6


samples = ["tumour", "normal"]
table = tpm(COUNTS, gene_lengths(ANNOTATION), samples)
table.insert(0, "symbol", COUNTS["symbol"])
table["log2_ratio"] = np.log2(table["tumour"] + 1) - np.log2(table["normal"] + 1)

markers = table[table["symbol"].isin(["TP53", "EGFR", "MYC", "PTEN"])]
print(markers.round(2).to_string(index=False))
print("largest change:", markers["log2_ratio"].abs().max(skipna=False))
