"""Rate the players of a table-tennis club by their matches.

Symptom: the mean of all ratings is not 1500 any more
Culprit: what the second player loses is computed after the first one's rating was changed
Report: none
"""

import numpy as np


class Table:
    def __init__(self, players, k=24.0):
        self.k = k
        self.rating = np.full(players, 1500.0)
        self.highest = self.rating.copy()

    def chance(self, player, other):
        return 1 / (1 + 10 ** ((self.rating[other] - self.rating[player]) / 400))

    def change(self, player, other, result):
        return self.k * (result - self.chance(player, other))

    def play(self, player, other, result):
        self.rating[player] += self.change(player, other, result)
        self.rating[other] += self.change(other, player, 1 - result)  # culprit
        self.highest = np.maximum(self.highest, self.rating)


def matches(players, count, seed):
    rng = np.random.default_rng(seed)
    skill = rng.normal(0, 200, players)
    pairs = np.array([rng.choice(players, 2, replace=False) for _ in range(count)])
    chance = 1 / (1 + 10 ** ((skill[pairs[:, 1]] - skill[pairs[:, 0]]) / 400))
    return pairs, (rng.random(count) < chance).astype(float)


def main():
    pairs, won = matches(12, 300, seed=44)
    table = Table(12)
    for (player, other), result in zip(pairs, won):
        table.play(player, other, result)
    rating = table.rating
    print("best three", np.argsort(-rating)[:3])
    print(f"best {rating.max():.4f}, worst {rating.min():.4f}, mean {rating.mean():.4f}")
    print(f"highest ever {table.highest.max():.4f}")
    print(f"matches won by the first {won.mean():.4f}")


main()
