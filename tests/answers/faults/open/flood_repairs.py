"""Monte Carlo of yearly flood repair costs for a stretch of road.

Symptom: The number is wrong.
Culprit: Lognorm given loc=mu instead of scale=exp(mu) (3.29 instead of 29.81 kEUR).
Report: eggzec/mcerp#28
"""

import numpy as np
from scipy import stats

ASSETS = {
    # name: (median repair cost in thousand euro, log standard deviation, floods per year)
    "culvert": (18.0, 0.45, 0.30),
    "embankment": (65.0, 0.70, 0.12),
    "guard rail": (7.5, 0.35, 0.40),
    "bridge deck": (240.0, 0.90, 0.03),
}


class RepairCost:
    def __init__(self, median, sigma):
        self.mu = np.log(median)
        self.sigma = sigma
        self.dist = stats.lognorm(sigma, loc=self.mu)  # culprit

    def sample(self, n, rng):
        return self.dist.rvs(n, random_state=rng)


def yearly_costs(years=20000, seed=77):
    rng = np.random.default_rng(seed)
    costs = {}
    for name, (median, sigma, rate) in ASSETS.items():
        events = rng.poisson(rate, years)
        amounts = RepairCost(median, sigma).sample(events.sum(), rng)
        year_of_event = np.repeat(np.arange(years), events)
        costs[name] = np.bincount(year_of_event, weights=amounts, minlength=years)
    return costs


def main():
    costs = yearly_costs()
    total = sum(costs.values())
    for name, values in costs.items():
        hit = values[values > 0]
        print(f"{name:12s} mean {values.mean():7.2f}  when flooded {hit.mean():7.2f}")
    print(f"years without repairs {100 * (total == 0).mean():.1f} %")
    print(f"99 % year {np.percentile(total, 99):.1f} kEUR")
    print(f"expected yearly cost {total.mean():.2f} kEUR")


main()
