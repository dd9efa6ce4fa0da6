"""Rate the players of a table-tennis club by their matches.

Culprit: see after.py
"""

import numpy as np

K = 24.0


def matches(players, count, seed):
    rng = np.random.default_rng(seed)
    skill = rng.normal(0, 200, players)
    pairs = np.array([rng.choice(players, 2, replace=False) for _ in range(count)])
    chance = 1 / (1 + 10 ** ((skill[pairs[:, 1]] - skill[pairs[:, 0]]) / 400))
    return pairs, (rng.random(count) < chance).astype(float)


pairs, won = matches(12, 300, seed=44)
rating = np.full(12, 1500.0)
highest = rating.copy()
for (a, b), result in zip(pairs, won):
    expected = 1 / (1 + 10 ** ((rating[b] - rating[a]) / 400))
    change = K * (result - expected)
    rating[a] += change
    rating[b] -= change
    highest = np.maximum(highest, rating)
order = np.argsort(-rating)
print("best three", order[:3])
print(f"best {rating.max():.4f}, worst {rating.min():.4f}, mean {rating.mean():.4f}")
print(f"highest ever {highest.max():.4f}")
print(f"matches won by the first {won.mean():.4f}")
