"""Compute the discounted returns of the episodes of a game."""

import numpy as np

GAMMA = 0.8


def discount(r):
    out = np.zeros(len(r))
    running = 0.0
    for t in reversed(range(len(r))):
        running = r[t] + GAMMA * running
        out[t] = running
    return out


rng = np.random.default_rng(1)
starts = []
for _ in range(20):
    r = rng.integers(0, 4, size=12)
    starts.append(float(discount(r)[0]))
starts = np.array(starts)
print("best episode:", int(starts.argmax()))
print("mean return at the start:", round(float(starts.mean()), 4))
print("spread:", round(float(starts.std()), 4))
