"""Date a sunken boat from three samples of wood, with what the archaeologists rule out beforehand.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the logarithm of 0 for years that are ruled out: -inf stays and becomes a probability of 0.
Report: none
"""

import numpy as np
from scipy import optimize, special, stats

YEARS = np.arange(800, 1401)
SAMPLES = [(915.0, 35.0), (870.0, 30.0), (1010.0, 45.0)]  # measured ages and their errors
OUTLIER = 0.05


def curve(year):
    """Return the age that a laboratory measures of wood of a year."""
    wiggle = 45.0 * np.sin(year / 37.0) + 20.0 * np.sin(year / 11.0 + 1.0)
    return 1950.0 - year + wiggle


def log_prior(years):
    """Nothing before the town, nothing after its harbour silted up, and less and less in between."""
    with np.errstate(divide="ignore"):
        return np.log(np.clip((1310.0 - years) / 300.0, 0.0, 1.0) * (years >= 930))


def log_likelihood(years, age, error):
    """Return the likelihood of an age; a sample may be old wood that was used again."""
    good = stats.norm.logpdf(age, curve(years), error)
    reused = stats.expon.logpdf(age, curve(years) - 1.0, 150.0)  # -inf where the age is too young
    return np.logaddexp(np.log1p(-OUTLIER) + good, np.log(OUTLIER) + reused)


def posterior(years):
    log = log_prior(years) + sum(log_likelihood(years, *sample) for sample in SAMPLES)
    return np.exp(log - special.logsumexp(log))


def refined(best, reach):
    """Return the best year to a fraction, by a search that is sent back from years that are ruled out."""

    def cost(year):
        log = log_prior(year) + sum(log_likelihood(year, *sample) for sample in SAMPLES)
        return -float(log[0]) if np.isfinite(log[0]) else np.inf

    simplex = [[float(best)], [float(best) + reach]]
    return optimize.minimize(cost, [best], method="Nelder-Mead", options={"initial_simplex": simplex}).x[0]


def shortest_interval(share, part=0.95):
    order = np.argsort(share)[::-1]
    within = order[: np.searchsorted(np.cumsum(share[order]), part) + 1]
    return YEARS[within.min()], YEARS[within.max()], within.size


def main():
    share = posterior(YEARS)
    surprise = -np.sum(special.xlogy(share, share))
    first, last, number = shortest_interval(share)
    print(f"mean {np.sum(YEARS * share):.3f}, most likely {YEARS[share.argmax()]}")
    best = YEARS[share.argmax()]
    print(f"refined: {refined(best, 7.0):.3f}, and with wide steps {refined(best, -125.0):.3f}")
    print(f"95 %: {first} to {last}, {number} years")
    print(f"ruled out: {np.count_nonzero(share == 0)} years, entropy {surprise:.5f}")


if __name__ == "__main__":
    main()
