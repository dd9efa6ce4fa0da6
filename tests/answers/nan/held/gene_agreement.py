"""Agreement between predicted and measured expression of genes in tissue spots.

Symptom: The program prints NaN or inf.
Culprit: Correlation with a gene that is zero in all spots, 0/0.
Report: theislab/interscale#19
"""

import numpy as np


class Assay:
    def __init__(self, genes=30, spots=80, seed=41):
        rng = np.random.default_rng(seed)
        rate = rng.gamma(0.7, 2.5, genes)
        rate[rate < 0.05] = 0.05
        rate[11] = 0.001
        self.measured = rng.poisson(rate[:, None], size=(genes, spots)).astype(float)
        self.predicted = self.measured + rng.normal(0, 1.0, (genes, spots))


def normalise(counts):
    depth = counts.sum(axis=0)
    return np.log1p(counts / depth.mean() * 100)


def correlation(a, b):
    a = a - a.mean()
    b = b - b.mean()
    return (a @ b) / np.sqrt((a @ a) * (b @ b))  # culprit


def gene_scores(measured, predicted):
    return np.array([correlation(m, p) for m, p in zip(measured, predicted)])


def main():
    assay = Assay()
    scores = gene_scores(normalise(assay.measured), assay.predicted)
    ranked = np.sort(scores)[::-1]
    print("best five:", np.round(ranked[:5], 3))
    print(f"mean agreement over {scores.size} genes: {scores.mean():.4f}")


if __name__ == "__main__":
    main()
