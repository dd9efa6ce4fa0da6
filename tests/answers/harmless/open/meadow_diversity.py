"""Shannon diversity of meadow plots with many absent species.

Symptom: none
Culprit: none
Tempts: a question could accuse this: log of zero inside np.where under errstate, finite result (twin of
  reef_diversity).
Report: none
"""

import numpy as np
import pandas as pd


def plots(seed=22, n=9):
    rng = np.random.default_rng(seed)
    species = ["clover", "yarrow", "fescue", "plantain", "orchid", "bellflower", "sorrel"]
    lam = np.array([30, 12, 45, 8, 0.4, 0.8, 5])
    return pd.DataFrame(rng.poisson(lam, (n, len(species))), columns=species)


def shannon(counts):
    p = counts.div(counts.sum(axis=1), axis=0)
    with np.errstate(divide="ignore"):
        logp = np.log(p)
    terms = np.where(p > 0, p * logp, 0.0)
    return pd.Series(-terms.sum(axis=1), index=counts.index)


def effective_species(h):
    return np.exp(h)


def main():
    counts = plots()
    h = shannon(counts)
    print(counts.assign(H=h.round(3)).to_string())
    print("zero cells:", int((counts == 0).sum().sum()))
    print("lowest diversity in plot", h.idxmin())
    print(f"mean effective species: {effective_species(h).mean():.3f}")


main()
