"""Waiting time at a counter: simulated days, mean and its standard error.

Symptom: The number is wrong.
Culprit: Generator seeded anew in every repetition, all days alike.
Report: pytorch/pytorch#5059
"""

import numpy as np

DAYS = 40
CUSTOMERS = 120
ARRIVAL, SERVICE = 3.0, 2.4  # minutes


def one_day():
    rng = np.random.default_rng(2024)  # culprit
    gaps = rng.exponential(ARRIVAL, CUSTOMERS)
    service = rng.exponential(SERVICE, CUSTOMERS)
    arrive = np.cumsum(gaps)
    free_at = 0.0
    waits = np.empty(CUSTOMERS)
    for k in range(CUSTOMERS):
        begin = max(arrive[k], free_at)
        waits[k] = begin - arrive[k]
        free_at = begin + service[k]
    return waits.mean()


means = np.array([one_day() for _ in range(DAYS)])
error = means.std(ddof=1) / np.sqrt(DAYS)
print("days:", DAYS)
print("standard error:", error)
print("mean wait (minutes):", means.mean())
