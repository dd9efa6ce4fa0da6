"""Harmonise the scores of a perfume panel: every judge has a different habit of using the scale.

Scores are standardised per judge (SciPy) and averaged per perfume.
Symptom: all standardised scores of the blind control round are nan (and those of the main round average to 0).
Culprit: zscore runs along axis=1 (perfumes in rows, judges in columns), so in the control round, where a single judge scored, each row has one value and standard deviation 0.
Report: none
"""

import numpy as np
from scipy import stats

PERFUMES = ["cedar", "iris", "vetiver", "neroli", "amber", "oud"]


def main_round(rng, n_judges=7):
    quality = np.array([6.1, 7.4, 5.5, 7.0, 6.6, 4.9])
    habit = rng.normal(0, 0.8, n_judges)
    spread = rng.uniform(0.5, 1.5, n_judges)
    scores = 6 + (quality[:, None] - 6) * spread + habit + rng.normal(0, 0.3, (6, n_judges))
    return np.clip(np.round(scores, 1), 0, 10)


def control_round(scores, judge):
    return scores[:, [judge]] + np.array([[0.1], [-0.2], [0.0], [0.3], [-0.1], [0.1]])


def harmonise(scores):
    return stats.zscore(scores, axis=1)  # culprit


def ranking(scores):
    mean = harmonise(scores).mean(axis=1)
    order = np.argsort(-mean)
    return [(PERFUMES[i], float(mean[i])) for i in order]


def show(title, scores):
    print(title, scores.shape)
    for name, value in ranking(scores):
        print(f"   {name:<8} {value:+.3f}")


def agreement(a, b):
    return float(np.corrcoef(harmonise(a)[:, 0], harmonise(b)[:, 0])[0, 1])


if __name__ == "__main__":
    rng = np.random.default_rng(1874)
    scores = main_round(rng)
    control = control_round(scores, judge=3)
    np.seterr(invalid="ignore")
    show("main round", scores)
    show("control round", control)
    print(f"agreement of judge 3 with himself: {agreement(scores[:, [3]], control):.3f}")
