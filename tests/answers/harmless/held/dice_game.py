"""Chance to win a dice game, by simulation with a fixed seed and several independent streams.

Symptom: none
Culprit: none
Tempts: a question could accuse this: stochastic but seeded, spawned streams.
Report: pytorch/pytorch#5059
"""

import numpy as np

STREAMS, GAMES = 8, 5000
seeds = np.random.SeedSequence(99).spawn(STREAMS)


def play(seed):
    rng = np.random.default_rng(seed)
    mine = rng.integers(1, 7, size=(GAMES, 3)).sum(axis=1)
    theirs = rng.integers(1, 7, size=(GAMES, 3)).sum(axis=1)
    return np.mean(mine > theirs)


wins = np.array([play(s) for s in seeds])
again = np.array([play(s) for s in seeds])
assert np.array_equal(wins, again)

low, high = wins.min(), wins.max()
print("between the streams:", low, "and", high)

error = wins.std(ddof=1) / np.sqrt(STREAMS)
print("streams:", STREAMS, " games:", STREAMS * GAMES)
print("standard error:", error)
print("exact chance by symmetry is below one half:", bool(wins.mean() < 0.5))
print("chance to win:", wins.mean())
