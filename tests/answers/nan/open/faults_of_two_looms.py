"""Whether a new loom makes fewer faults, by a test of two shares for each pattern.

Symptom: the combined evidence is nan
Culprit: of one pattern neither loom made a faulty piece: both shares are 0, and so is their deviation
Report: none
"""

import warnings

import numpy as np
from statsmodels.stats.proportion import proportions_ztest

warnings.simplefilter("ignore")


def pieces(rng):
    return {
        "stripes": (np.array([9, 3]), np.array([120, 110])),
        "checks": (np.array([14, 8]), np.array([150, 160])),
        "plain": (np.array([0, 0]), np.array([80, 95])),
        "twill": (rng.binomial(100, [0.1, 0.05]), np.array([100, 100])),
    }


def evidence(faulty, made):
    score, chance = proportions_ztest(faulty, made)  # culprit
    return score, chance


def combined(scores):
    return np.sum(scores) / np.sqrt(len(scores))


def main():
    rng = np.random.default_rng(36)
    scores = []
    for pattern, (faulty, made) in pieces(rng).items():
        score, chance = evidence(faulty, made)
        scores.append(score)
        print(f"{pattern:>8}: {score:.2f} ({chance:.3f})")
    print("combined:", combined(np.array(scores)))


main()
