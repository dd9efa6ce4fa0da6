"""Guess the weather of a month from the umbrellas in a hall: a hidden Markov model in logarithms.

Symptom: none
Culprit: none
Tempts: `nan` and `check-up` could accuse the -inf of transitions that are impossible, and the maxima over them.
Report: none
"""

import numpy as np
from scipy.special import logsumexp

STATES = ["dry", "showers", "storm"]
STEP = np.array([[0.8, 0.2, 0.0], [0.3, 0.5, 0.2], [0.0, 0.7, 0.3]])  # no storm out of a clear sky
UMBRELLAS = np.array([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.0, 0.3, 0.7]])  # none, some, many
START = np.array([1.0, 0.0, 0.0])


def logarithm(chances):
    """Return the logarithm of chances; that of an impossible event is -inf."""
    with np.errstate(divide="ignore"):
        return np.log(chances)


def likeliest(seen):
    best, came_from = logarithm(START) + logarithm(UMBRELLAS)[:, seen[0]], []
    for umbrellas in seen[1:]:
        ways = best[:, None] + logarithm(STEP)
        came_from.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + logarithm(UMBRELLAS)[:, umbrellas]
    path = [int(best.argmax())]
    for back in reversed(came_from):
        path.append(int(back[path[-1]]))
    return path[::-1]


def log_likelihood(seen):
    forward = logarithm(START) + logarithm(UMBRELLAS)[:, seen[0]]
    for umbrellas in seen[1:]:
        forward = logsumexp(forward[:, None] + logarithm(STEP), axis=0) + logarithm(UMBRELLAS)[:, umbrellas]
    return logsumexp(forward)


seen = np.array([0, 0, 1, 0, 1, 1, 2, 2, 1, 2, 1, 0, 0, 0, 1, 0, 0, 1, 2, 1, 1, 0, 0, 0])
path = likeliest(seen)
print(" ".join(STATES[state] for state in path))
print(f"stormy days: {path.count(2)}, log-likelihood {log_likelihood(seen):.4f}")
