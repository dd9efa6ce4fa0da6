"""Fit how strong climbing ropes are when the testing machine cannot break them all.

The machine stops at its limit; a rope that held until then is only known to be stronger (censored). Strengths follow a
lognormal distribution, whose two parameters maximise the likelihood. The prior guess is that of the maker's catalogue.

Symptom: the log likelihood at the catalogue's values prints -inf and the likelihood ratio inf
Culprit: sf is exactly 0 far from the guess, so log(sf) is -inf for the ropes that held; logsf stays finite
Report: none
"""

from collections import namedtuple

import numpy as np
from scipy import optimize, stats

Tests = namedtuple("Tests", "load broke")
LIMIT = 26.0  # kN
CATALOGUE = (np.log(17.0), 0.01)  # mean and spread of log strength


def tested(seed, ropes):
    """Return the load at which each rope broke or the machine stopped."""
    rng = np.random.default_rng(seed)
    strength = rng.lognormal(np.log(22.0), 0.14, ropes)
    return Tests(np.minimum(strength, LIMIT), strength <= LIMIT)


def log_likelihood(parameters, tests):
    """Return the log likelihood of the tests."""
    mean, spread = parameters
    z = (np.log(tests.load) - mean) / spread
    broke = stats.norm.logpdf(z[tests.broke]) - np.log(spread * tests.load[tests.broke])
    with np.errstate(divide="ignore"):
        held = np.log(stats.norm.sf(z[~tests.broke]))  # culprit
    return broke.sum() + held.sum()


def fit(tests, start):
    """Return the parameters that maximise the likelihood, searched by Nelder and Mead's simplex."""

    def loss(parameters):
        if parameters[1] <= 0:
            return 1e12
        return -log_likelihood(parameters, tests)

    with np.errstate(invalid="ignore"):
        found = optimize.minimize(loss, start, method="Nelder-Mead", options={"maxiter": 400})
    return found.x, -found.fun


def weakest(parameters, share):
    """Return the load that a share of the ropes does not reach."""
    mean, spread = parameters
    return np.exp(mean + spread * stats.norm.ppf(share))


def main():
    """Print fit and margin of safety."""
    tests = tested(3, 60)
    print(f"{tests.broke.sum()} ropes broke, {(~tests.broke).sum()} held {LIMIT:.0f} kN")
    before = log_likelihood(CATALOGUE, tests)
    parameters, after = fit(tests, CATALOGUE)
    print(f"log likelihood of the catalogue {before:.1f}, of the fit {after:.1f}")
    ratio = 2 * (after - before)
    print(f"likelihood ratio {ratio:.1f}, p = {stats.chi2.sf(ratio, 2):.2g}")
    print(
        f"median {weakest(parameters, 0.5):.2f} kN, one in a hundred below {weakest(parameters, 0.01):.2f} kN"
    )
    print(f"margin over a fall of 12 kN: {weakest(parameters, 0.01) / 12 * np.sign(after - before):.2f}")


if __name__ == "__main__":
    main()
