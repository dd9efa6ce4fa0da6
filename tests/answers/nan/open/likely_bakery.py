"""Say from which bakery a roll comes, by its weight.

Symptom: the log-likelihood of bakery C, and with it the choice, is nan.
Culprit: bakery C delivered one roll, whose standard deviation is 0; a normal density of width 0 is not defined.
Report: none
"""

import numpy as np
from scipy import stats

ROLLS = {"A": [50.1, 52.3, 49.8, 51.0], "B": [57.2, 60.1, 58.8], "C": [55.0]}


def likelihood(weight, rolls):
    mean, spread = np.mean(rolls), np.std(rolls)  # culprit, too
    return stats.norm.logpdf(weight, loc=mean, scale=spread)  # culprit


scores = np.array([likelihood(55.4, rolls) for rolls in ROLLS.values()])
print("scores:", scores.round(2))
print("bakery:", list(ROLLS)[int(np.argmax(scores))], "score:", scores.max())
