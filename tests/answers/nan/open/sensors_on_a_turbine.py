"""Rank the sensors of a wind turbine by how well they tell a worn bearing from a sound one.

Symptom: the score of the sensor "blade angle" is nan, and so are the mean score and each sensor's share.
Culprit: the turbine was fixed in position, so that the blade angle never changes, and f_classif gives 0 / 0 for it.
Report: scikit-learn/scikit-learn#3744
"""

import warnings

import numpy as np
from sklearn.feature_selection import SelectKBest, f_classif

warnings.filterwarnings("ignore")

SENSORS = ["vibration", "oil heat", "noise", "blade angle", "speed"]


def on_the_bench(runs, seed, angle=12.0):
    """Yield the readings of each run with the state of its bearing; the blades are locked on the bench."""
    rng = np.random.default_rng(seed)
    for run in range(runs):
        worn = run % 3 == 0
        yield (
            [
                rng.normal(2.4 if worn else 1.7, 0.4),
                rng.normal(66 if worn else 61, 4),
                rng.normal(80, 3),
                angle,
                rng.normal(1500, 20),
            ],
            worn,
        )


def shares(scores):
    return scores / np.sum(scores)


def main():
    readings, worn = zip(*on_the_bench(90, seed=12), strict=True)
    readings, worn = np.array(readings), np.array(worn)
    ranking = SelectKBest(f_classif, k=2).fit(readings, worn)  # culprit
    for sensor, score, share in zip(SENSORS, ranking.scores_, shares(ranking.scores_), strict=True):
        print(f"{sensor:12s} F = {score:7.2f}, share {share:5.1%}")
    kept = [sensor for sensor, keep in zip(SENSORS, ranking.get_support(), strict=True) if keep]
    print(f"kept: {', '.join(kept)}; mean score {ranking.scores_.mean():.2f}")


if __name__ == "__main__":
    main()
