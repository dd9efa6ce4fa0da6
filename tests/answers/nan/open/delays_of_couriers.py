"""Fit a normal delay with an exponential tail to couriers: the density at each delay for several tails.

Symptom: the density is nan for the shortest tail.
Culprit: the exponential overflows to inf where the complementary error function is 0: their product is nan.
Report: scipy/scipy#10003
"""

import numpy as np
from scipy.special import erfc

TAILS = (0.01, 0.5, 2.0)


def density(delays, tail):
    rate = 1.0 / tail
    grown = np.exp(rate * (0.5 * rate - delays))  # culprit
    rest = erfc((rate - delays) / np.sqrt(2.0))
    return 0.5 * rate * grown * rest


delays = np.linspace(-1.0, 6.0, 29)
table = np.array([density(delays, tail) for tail in TAILS])
for tail, row in zip(TAILS, table, strict=True):
    print(f"tail {tail}: density at the middle {row[14]:.4f}, mass {0.25 * row.sum():.3f}")
best = np.log(table).sum(axis=1)
print("best tail:", TAILS[int(np.argmax(best))], "of likelihoods", best.round(1))
