"""Share out the prizes of a contest; of equal scores the earlier entry wins.

Symptom: Entrants with equal scores complain: later entries got a prize before earlier ones.
Culprit: `np.argsort` without `kind='stable'` does not keep the order of equal scores; 40 entries have 6 distinct ones.
Report: numpy/numpy#27725
"""

import numpy as np

PRIZES = np.array([500, 250, 125, 60, 30, 15, 10, 10, 5, 5])


def read_scores():
    rng = np.random.default_rng(8)
    return rng.integers(5, 11, size=40)


def ranking(scores):
    return np.argsort(-scores)  # culprit


def pay(order, entries):
    account = np.zeros(entries)
    account[order[: len(PRIZES)]] = PRIZES
    return account


scores = read_scores()
order = ranking(scores)
account = pay(order, len(scores))
print("best ten entries:", order[:10].tolist())
print("their scores:    ", scores[order[:10]].tolist())
print("entry of the first prize:", int(account.argmax()))
print("mean entry number of winners:", round(float(np.average(np.arange(40), weights=account)), 3))
