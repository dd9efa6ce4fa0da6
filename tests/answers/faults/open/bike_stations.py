"""Where does a rental bicycle stand after thirty days? Four stations, a daily chance to move.

Symptom: The number is wrong.
Culprit: Transition matrix applied from the wrong side, chances no longer sum to 1.
Report: none
"""

import numpy as np

STATIONS = ["station", "campus", "centre", "lake"]
START = np.array([1.0, 0.0, 0.0, 0.0])

# row: where it stands in the morning, column: where it stands in the evening
move = np.array(
    [
        [0.50, 0.20, 0.25, 0.05],
        [0.15, 0.60, 0.20, 0.05],
        [0.20, 0.15, 0.55, 0.10],
        [0.10, 0.10, 0.30, 0.50],
    ]
)
assert np.allclose(move.sum(axis=1), 1.0)


def after(days, start):
    chance = start.copy()
    for _ in range(days):
        chance = move @ chance  # culprit
    return chance


chance = after(30, START)
for name, p in zip(STATIONS, chance):
    print(f"{name:8s} {p:.5f}")
print("chance that it stands in the centre:", chance[2])
