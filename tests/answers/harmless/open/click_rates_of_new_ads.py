"""Rank the advertisements of a site by their click rate and by their information gain.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the division and the logarithm under `np.errstate`; `np.where` replaces every NaN and inf.
Report: numpy/numpy#8473
"""

import numpy as np


def click_rates(clicks, shown):
    """Return clicks per view, and 0 for an advertisement that nobody has seen."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(shown > 0, clicks / shown, 0.0)


def entropy(rate):
    """Return the entropy of a click in bits, with 0 log 0 = 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        bits = -rate * np.log2(rate) - (1.0 - rate) * np.log2(1.0 - rate)
    return np.where((rate > 0.0) & (rate < 1.0), bits, 0.0)


def main():
    rng = np.random.default_rng(2024)
    shown = rng.integers(0, 5_000, size=400)
    shown[rng.random(400) < 0.15] = 0  # not yet on the site
    clicks = rng.binomial(shown, rng.beta(2.0, 60.0, size=400))
    rate = click_rates(clicks, shown)
    bits = entropy(rate)
    best = np.argsort(rate, kind="stable")[::-1][:5]
    print(f"{np.count_nonzero(shown == 0)} of {len(shown)} advertisements were never shown")
    for ad in best:
        print(f"ad {ad:3d}: {rate[ad]:7.3%} of {shown[ad]:5d} views, {bits[ad]:.3f} bits")
    print(f"overall: {clicks.sum() / shown.sum():.3%}, mean entropy {bits.mean():.4f} bits")


if __name__ == "__main__":
    main()
