"""Compute the discounted returns of the episodes of a game.

Symptom: All returns are whole numbers since the functions became a class, and the best episode is another one.
Culprit: `np.zeros_like(self.rewards)` has the integer type of the rewards, so 1.8 is stored as 1.
Report: numpy/numpy#16578
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Episode:
    rewards: np.ndarray
    discount: float = 0.8

    def returns(self):
        values = np.zeros_like(self.rewards)  # culprit
        following = 0.0
        for step in reversed(range(len(self.rewards))):
            following = self.rewards[step] + self.discount * following
            values[step] = following
        return values

    @property
    def score(self):
        return float(self.returns()[0])


def play(rng):
    return Episode(rng.integers(0, 4, size=12))


def main():
    rng = np.random.default_rng(1)
    episodes = [play(rng) for _ in range(20)]
    scores = np.array([episode.score for episode in episodes])
    print("best episode:", int(scores.argmax()))
    print("mean return at the start:", round(float(scores.mean()), 4))
    print("spread:", round(float(scores.std()), 4))


main()
