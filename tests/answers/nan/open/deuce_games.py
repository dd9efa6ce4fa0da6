"""How long is a tennis game, and how often does the server hold?

Counts the transitions between scores in a set of played points, makes a Markov
chain of them and prints expected points a game and the chance to hold serve.

Culprit: the counts are divided by the column sums (axis=0) instead of each row by
its own sum; no point ever leads to 0-0, so that column sums to 0 and 0/0 fills the
first column with NaN, which the linear solver spreads over all results.
"""

import numpy as np

SCORES = [(s, r) for s in range(4) for r in range(4) if (s, r) != (3, 3)]
SCORES += ["deuce", "ad in", "ad out"]
HOLD, BREAK = len(SCORES), len(SCORES) + 1
INDEX = {score: i for i, score in enumerate(SCORES)}


def play_point(state, server_wins):
    if state == "deuce":
        return INDEX["ad in"] if server_wins else INDEX["ad out"]
    if state == "ad in":
        return HOLD if server_wins else INDEX["deuce"]
    if state == "ad out":
        return INDEX["deuce"] if server_wins else BREAK
    s, r = state
    s, r = (s + 1, r) if server_wins else (s, r + 1)
    if s == 4:
        return HOLD
    if r == 4:
        return BREAK
    return INDEX["deuce"] if (s, r) == (3, 3) else INDEX[(s, r)]


def observed_counts(games=3000, win=0.62, seed=17):
    rng = np.random.default_rng(seed)
    counts = np.zeros((len(SCORES), len(SCORES) + 2))
    for _ in range(games):
        state = INDEX[(0, 0)]
        while state < HOLD:
            following = play_point(SCORES[state], rng.random() < win)
            counts[state, following] += 1
            state = following
    return counts


def transition_matrix(counts):
    return counts / counts.sum(axis=0, keepdims=True)  # culprit


def absorb(matrix):
    size = len(SCORES)
    inner = np.eye(size) - matrix[:, :size]
    points = np.linalg.solve(inner, np.ones(size))
    hold = np.linalg.solve(inner, matrix[:, HOLD])
    return points, hold


counts = observed_counts()
points, hold = absorb(transition_matrix(counts))
for score in [(0, 0), (0, 3), "deuce"]:
    i = INDEX[score]
    print(f"from {str(score):8s} points {points[i]:.3f}, hold {hold[i]:.4f}")
print(f"points recorded {int(counts.sum())}")
