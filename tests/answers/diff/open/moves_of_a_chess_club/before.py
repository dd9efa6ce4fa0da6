"""How the games of a chess club ended, by opening.

Culprit: none: equal
"""

import numpy as np

rng = np.random.default_rng(88)
OPENINGS = ["Spanish", "French", "English", "Dutch"]
games = [
    (OPENINGS[rng.integers(4)], int(rng.integers(18, 90)), float(rng.choice([0.0, 0.5, 1.0])))
    for _ in range(240)
]

table = {}
for opening, moves, result in games:
    entry = table.setdefault(opening, {"games": 0, "moves": 0, "points": 0.0})
    entry["games"] += 1
    entry["moves"] += moves
    entry["points"] += result
for opening in sorted(table):
    entry = table[opening]
    score = entry["points"] / entry["games"]
    print(f"{opening}: {entry['games']} games, {entry['moves'] / entry['games']:.5f} moves, {score:.5f}")
score = np.array([entry["points"] / entry["games"] for _, entry in sorted(table.items())])
print(f"spread {score.std():.6f}")
