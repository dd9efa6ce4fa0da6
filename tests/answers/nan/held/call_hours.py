"""How evenly do the callers of a hotline spread over the hours of the day?

Symptom: The program prints NaN or inf.
Culprit: P * log2(p) with empty histogram bins, 0 * -inf.
Report: uber/causalml#167
"""

import numpy as np

rng = np.random.default_rng(44)

hours = np.concatenate(
    [
        rng.normal(10.5, 1.2, 700),
        rng.normal(15.0, 1.8, 500),
    ]
)
hours = hours[(hours > 7) & (hours < 20)]
print("calls:", hours.size)

counts, edges = np.histogram(hours, bins=24, range=(0, 24))
share = counts / counts.sum()
busiest = int(np.argmax(share))
print("busiest hour:", busiest, "to", busiest + 1, f"({share[busiest]:.1%})")


def entropy(p):
    return -np.sum(p * np.log2(p))  # culprit


def evenness(p):
    return entropy(p) / np.log2(len(p))


desks = {"north": 0.5, "south": 0.3, "east": 0.2}
print("entropy of the desks (bits):", round(entropy(np.array(list(desks.values()))), 3))
print("evenness of the day:", evenness(share))
