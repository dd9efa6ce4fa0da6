"""Chance that a pumping station survives a season without a failed pump.

Symptom: The number is wrong.
Culprit: Second positional argument of stats.expon is loc, not the rate (scale=1/rate).
Report: CamDavidsonPilon/Probabilistic-Programming-and-Bayesian-Methods-for-Hackers#73
"""

import numpy as np
from scipy import stats

SEASON = 2.0


def failure_log(seed=19, n=60):
    rng = np.random.default_rng(seed)
    hours = np.sort(rng.exponential(5200.0, n))
    return hours / 1000.0


def estimate_rate(lifetimes):
    return 1.0 / lifetimes.mean()


def survival(rate, duration):
    return stats.expon.sf(duration, rate)  # culprit


def at_least(k, n, p):
    return stats.binom.sf(k - 1, n, p)


def spare_pumps(p, needed, target=0.99):
    n = needed
    while at_least(needed, n, p) < target:
        n += 1
    return n - needed


def main():
    lifetimes = failure_log()
    rate = estimate_rate(lifetimes)
    p = survival(rate, SEASON)
    print(f"mean life   : {lifetimes.mean():.2f} thousand hours")
    print(f"failure rate: {rate:.4f} per thousand hours")
    print(f"one pump survives the season: {p:.4f}")
    print(f"three of four survive       : {at_least(3, 4, p):.4f}")
    print(f"spares for 99 %             : {spare_pumps(p, 3)}")


if __name__ == "__main__":
    main()
