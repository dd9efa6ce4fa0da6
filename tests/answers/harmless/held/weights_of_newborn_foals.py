"""Fit weights of foals with a Bayesian model by a random walk, with priors that forbid some values.

A value outside the prior has the log density minus infinity and its step is refused. The walk draws from a seeded
generator. The measure of convergence divides variances that are never zero here.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the log density of -inf of refused steps, `check-determinism` the draws, which have a seed
Report: none
"""

import math
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Priors:
    """Where the parameters may lie: mean in kilograms, effect of the mare's age, and spread."""

    mean: tuple[float, float] = (20.0, 80.0)
    slope: tuple[float, float] = (-3.0, 3.0)
    longest_spread: float = 20.0


def foals(seed, count):
    """Return ages of the mares in years, less ten, and weights of the foals, some of them not weighed."""
    rng = np.random.default_rng(seed)
    age = rng.integers(4, 18, count) - 10.0
    weight = 48 + 0.5 * age + rng.normal(0, 4, count)
    weight[rng.random(count) < 0.1] = np.nan
    return age, weight


def log_density(parameters, age, weight, priors):
    """Return the log of prior times likelihood, -inf outside the prior."""
    mean, slope, spread = parameters
    if not priors.mean[0] < mean < priors.mean[1] or not priors.slope[0] < slope < priors.slope[1]:
        return -math.inf
    if not 0 < spread < priors.longest_spread:
        return -math.inf
    offset = (weight - mean - slope * age) / spread
    return -0.5 * float(offset @ offset) - weight.size * math.log(spread)


def walk(rng, start, steps, age, weight, priors):
    """Return the places (steps, 3) of a random walk and the share of steps that were taken."""
    place = np.array(start)
    density = log_density(place, age, weight, priors)
    places, taken, refused_by_prior = np.empty((steps, 3)), 0, 0
    for step in range(steps):
        proposal = place + rng.normal(0, [0.8, 0.2, 1.2])
        proposed = log_density(proposal, age, weight, priors)
        refused_by_prior += proposed == -math.inf
        if math.log(rng.random()) < proposed - density:
            place, density, taken = proposal, proposed, taken + 1
        places[step] = place
    return places, taken / steps, refused_by_prior


def convergence(chains):
    """Return Gelman and Rubin's ratio of each parameter for chains (chains, steps, parameters)."""
    steps = chains.shape[1]
    within = chains.var(axis=1, ddof=1).mean(axis=0)
    between = chains.mean(axis=1).var(axis=0, ddof=1)
    return np.sqrt((within * (steps - 1) / steps + between) / within)


def main():
    """Run four walks and print the summary."""
    age, weight = foals(4, 70)
    weighed = np.isfinite(weight)
    print(f"{int(weighed.sum())} of {weight.size} foals were weighed")
    starts = [(30.0, 0.0, 10.0), (70.0, 2.0, 2.0), (45.0, -2.0, 18.0), (55.0, 1.0, 6.0)]
    chains, refused = [], 0
    for number, start in enumerate(starts):
        places, taken, by_prior = walk(
            np.random.default_rng(number), start, 3000, age[weighed], weight[weighed], Priors()
        )
        refused += by_prior
        chains.append(places[1000:])
        print(f"walk {number}: {100 * taken:.0f} % of the steps taken")
    print(f"steps outside the prior: {refused > 0}")
    chains = np.array(chains)
    for name, ratio, values in zip(("mean", "slope", "spread"), convergence(chains), chains.T, strict=True):
        low, high = np.quantile(values, [0.025, 0.975])
        print(f"{name:<7} {values.mean():6.2f} ({low:.2f} to {high:.2f}), ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
