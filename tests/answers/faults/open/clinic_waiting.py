"""Describes the waiting times at a clinic by a log-normal distribution and predicts long waits.

Symptom: the median wait prints as 105 minutes where half of the patients wait less than about 80, and sigma is 0.45 instead of 0.63
Culprit: lognorm.fit also fits a shift (about -25 minutes) unless floc=0 is given, yet scale and shape are read as exp(mu) and sigma of an unshifted log-normal
Report: https://stats.stackexchange.com/questions/33036/fitting-log-normal-distribution-in-r-vs-scipy
"""

import numpy as np
from scipy.stats import lognorm


def record_waits(patients, seed):
    """Waiting times in minutes."""
    rng = np.random.default_rng(seed)
    return rng.gamma(2.8, 32.0, patients) + 1.0


def fit_lognormal(waits):
    """mu and sigma of the logarithm of the waiting time."""
    shape, loc, scale = lognorm.fit(waits)  # culprit
    return np.log(scale), shape  # culprit, too


def median_wait(mu):
    return np.exp(mu)


def share_longer(limit, mu, sigma):
    """Probability of waiting longer than a limit."""
    return lognorm.sf(limit, sigma, scale=np.exp(mu))


def main():
    waits = record_waits(600, seed=21)
    mu, sigma = fit_lognormal(waits)
    print(f"{waits.size} patients, mean wait {waits.mean():.1f} minutes")
    print(f"mu {mu:.3f}, sigma {sigma:.3f}")
    print(f"median wait of the fitted distribution: {median_wait(mu):.1f} minutes")
    for limit in (60, 120, 240):
        print(f"wait longer than {limit}: {share_longer(limit, mu, sigma):.1%}")
    staffed = 0.3 * patients_at_once(mu, sigma, arrivals_per_hour=9)
    print(f"nurses to plan for: {staffed:.1f}")


def patients_at_once(mu, sigma, arrivals_per_hour):
    """Mean number of patients waiting, by Little's law."""
    mean_hours = np.exp(mu + sigma**2 / 2) / 60
    return arrivals_per_hour * mean_hours


if __name__ == "__main__":
    main()
