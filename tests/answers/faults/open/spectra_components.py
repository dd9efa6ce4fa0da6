"""Principal components of Raman spectra taken along a mineral grain.

Symptom: The number is wrong.
Culprit: Eigenvectors sorted by rows instead of columns (residual 0.0645 instead of 0.0194).
Report: agyorev/Eigenfaces#2
"""

import numpy as np

SHIFT = np.linspace(200, 1200, 60)


def band(centre, width):
    return np.exp(-0.5 * ((SHIFT - centre) / width) ** 2)


def spectra(n=150, seed=13):
    rng = np.random.default_rng(seed)
    quartz = rng.uniform(0.2, 1.0, n)
    calcite = rng.gamma(2, 0.15, n)
    clean = np.outer(quartz, band(465, 25)) + np.outer(calcite, band(1086, 30))
    return clean + 0.02 * rng.normal(size=clean.shape)


class GrainPCA:
    def __init__(self, k):
        self.k = k

    def fit(self, X):
        self.mean = X.mean(axis=0)
        cov = np.cov(X - self.mean, rowvar=False)
        values, vectors = np.linalg.eigh(cov)
        order = values.argsort()[::-1]
        self.values = values[order]
        self.vectors = vectors[order]  # culprit
        return self

    def scores(self, X):
        return (X - self.mean) @ self.vectors[:, : self.k]

    def rebuild(self, scores):
        return scores @ self.vectors[:, : self.k].T + self.mean


def main():
    X = spectra()
    pca = GrainPCA(2).fit(X)
    share = pca.values / pca.values.sum()
    print("variance shares:", share[:4].round(4))
    scores = pca.scores(X)
    print("score spread:", scores.std(axis=0).round(3))
    rest = X - pca.rebuild(scores)
    rms = np.sqrt((rest**2).mean())
    print(f"residual after two components: {rms:.4f}")


main()
