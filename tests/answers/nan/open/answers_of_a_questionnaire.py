"""Fill the unanswered questions of a questionnaire with the usual answer and relate them to the overall grade.

Symptom: the weights of all four questions are nan, and 38 of 39 gaps are still there.
Culprit: mode() returns a frame; fillna aligns it by row and fills the first row only, not every gap.
Report: pandas-dev/pandas#9750
"""

import numpy as np
import pandas as pd

QUESTIONS = ["teacher", "room", "material", "pace"]


def answers(pupils, seed):
    rng = np.random.default_rng(seed)
    given = pd.DataFrame(rng.integers(1, 6, (pupils, 4)).astype(float), columns=QUESTIONS)
    given["overall"] = (given @ [0.5, 0.1, 0.25, 0.15] + rng.normal(0, 0.2, pupils)).round(1)
    skipped = rng.random((pupils, 4)) < 0.08
    given[QUESTIONS] = given[QUESTIONS].mask(skipped)
    return given


def fill_usual(given):
    return given.fillna(given.mode())  # culprit


def weights(filled):
    """Return what each question adds to the overall grade, by least squares through the normal equations."""
    x = np.column_stack([filled[QUESTIONS].to_numpy(), np.ones(len(filled))])
    y = filled["overall"].to_numpy()
    return np.linalg.solve(x.T @ x, x.T @ y)[:-1]


def main():
    given = answers(pupils=120, seed=8)
    filled = fill_usual(given)
    print(f"missing before {given.isna().sum().sum()}, after {filled.isna().sum().sum()}")
    for question, weight in zip(QUESTIONS, weights(filled), strict=True):
        print(f"{question:9s} {weight:6.3f}")


main()
