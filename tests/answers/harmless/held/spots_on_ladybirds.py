"""Model the number of spots on ladybirds with statistics that have an infinite or undefined corner.

A Poisson model is fitted by its likelihood, where 0 log 0 is taken as 0 by xlogy. Entropies come from counts with
zeros, a test of a site without variation is skipped, and the confidence interval of no event is open to one side.

Symptom: none
Culprit: none
Tempts: `nan` could accuse 0 log 0 in xlogy, the site without variation and limits of -inf, which are all provided for
Report: none
"""

from itertools import pairwise

import numpy as np
from scipy import optimize, special, stats

SITES = {"meadow": 3.2, "hedge": 5.1, "roof": 0.0, "wood": 6.8}


def counts(seed):
    """Return the spots of 40 ladybirds at each site."""
    rng = np.random.default_rng(seed)
    return {site: rng.poisson(mean, 40) for site, mean in SITES.items()}


def negative_log_likelihood(log_mean, spots):
    """Return the negative log likelihood of a Poisson model."""
    mean = np.exp(log_mean)
    return mean * spots.size - special.xlogy(spots, mean).sum() + special.gammaln(spots + 1).sum()


def deviance(spots):
    """Return the deviance of the fitted Poisson model, where spots log spots is 0 for no spots."""
    mean = spots.mean()
    if mean == 0:
        return 0.0
    return 2 * (special.xlogy(spots, spots / mean) - (spots - mean)).sum()


def fitted_mean(spots):
    """Return the most likely mean, 0 for a site without any spot."""
    if not spots.any():
        return 0.0
    found = optimize.minimize_scalar(negative_log_likelihood, bracket=(-1.0, 2.0), args=(spots,))
    return float(np.exp(found.x))


def interval(spots):
    """Return the exact 95 % interval of the mean."""
    total, size = spots.sum(), spots.size
    low = 0.0 if total == 0 else stats.chi2.ppf(0.025, 2 * total) / 2 / size
    return low, stats.chi2.ppf(0.975, 2 * total + 2) / 2 / size


def main():
    """Print the table of sites and their comparison."""
    spots = counts(71)
    for site, values in spots.items():
        low, high = interval(values)
        shares = np.bincount(values) / values.size
        print(
            f"{site:<7} mean {fitted_mean(values):5.2f} ({low:.2f} to {high:.2f}), "
            f"entropy {special.entr(shares).sum():.3f}, deviance {deviance(values):.1f}"
        )
    names = [site for site, values in spots.items() if values.std() > 0]
    for one, other in pairwise(names):
        test = stats.ttest_ind(spots[one], spots[other], equal_var=False)
        print(f"{one} and {other}: t = {test.statistic:.2f}, p = {test.pvalue:.2g}")
    within = stats.norm.cdf(np.inf) - stats.norm.cdf(-np.inf)
    print(
        f"total probability {within:.1f}, quantiles 0 and 1 finite: {bool(np.isfinite(stats.norm.ppf([0, 1])).any())}"
    )


if __name__ == "__main__":
    main()
