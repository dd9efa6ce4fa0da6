"""Test whether a compost makes seedlings grow taller than plain soil, bed by bed."""

import numpy as np
from scipy import stats

BEDS = ("glasshouse", "terrace", "field")


def heights(rng, mean, spread, seedlings):
    """Return the height of each seedling in cm after six weeks."""
    return rng.normal(mean, spread, seedlings)


def experiment(seed):
    """Yield the heights on soil and on compost for each bed; compost makes them uneven, too."""
    rng = np.random.default_rng(seed)
    for bed, mean in zip(BEDS, (14.0, 11.5, 10.0), strict=True):
        yield bed, heights(rng, mean, 1.2, 34), heights(rng, mean + 1.6, 4.0, 9)


def compare(soil, compost):
    return stats.ttest_ind(compost, soil, equal_var=False)


def verdict(p, level=0.05):
    return "taller" if p < level else "not sure"


def main():
    pvalues = []
    for bed, soil, compost in experiment(seed=71):
        result = compare(soil, compost)
        pvalues.append(result.pvalue)
        gain = compost.mean() - soil.mean()
        print(
            f"{bed:10s} gain {gain:.4f} cm, t {result.statistic:.5f}, p {result.pvalue:.6f}: {verdict(result.pvalue)}"
        )
    together = stats.combine_pvalues(pvalues)
    print(f"together: p {together.pvalue:.6f}")


main()
