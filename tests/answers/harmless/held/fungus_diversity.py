"""Diversity of soil fungi in sparse sequencing counts.

Symptom: none
Culprit: none
Tempts: a question could accuse this: twin of meadow_diversity: zeros in the counts, handled by xlogy and where=.
Report: none
"""

import numpy as np
from scipy.special import xlogy


def counts(samples=20, taxa=60, seed=3):
    rng = np.random.default_rng(seed)
    abundance = rng.gamma(0.4, 6.0, taxa)
    return rng.poisson(abundance, size=(samples, taxa))


def shannon(table):
    p = table / table.sum(axis=1, keepdims=True)
    return -xlogy(p, p).sum(axis=1)


def evenness(table):
    present = np.count_nonzero(table, axis=1)
    return shannon(table) / np.log(present)


def turnover(table):
    p = table / table.sum(axis=1, keepdims=True)
    ratio = np.divide(p[1:], p[:-1], out=np.ones_like(p[1:]), where=(p[1:] > 0) & (p[:-1] > 0))
    return np.abs(np.log(ratio)).mean()


def main():
    table = counts()
    index = shannon(table)
    print(f"zeros in the table: {100 * np.mean(table == 0):.1f} %")
    print(f"mean Shannon index: {index.mean():.4f}")
    print(f"mean evenness     : {evenness(table).mean():.4f}")
    print(f"turnover          : {turnover(table):.4f}")


if __name__ == "__main__":
    main()
