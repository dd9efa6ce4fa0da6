"""Add up the chances of rare events from their logarithms.

Symptom: the log of the sum is nan for the third reactor.
Culprit: no event is possible there, all logs are -inf, and the shift by the largest one is -inf - -inf.
Report: none
"""

import numpy as np


def log_sum(logs):
    largest = logs.max(axis=1, keepdims=True)
    return largest[:, 0] + np.log(np.exp(logs - largest).sum(axis=1))  # culprit


logs = np.array(
    [
        [-700.0, -702.5, -np.inf],
        [-3.0, -4.0, -900.0],
        [-np.inf, -np.inf, -np.inf],
    ]
)
totals = log_sum(logs)
print("log chances:", totals)
print("worst reactor:", totals.max())
