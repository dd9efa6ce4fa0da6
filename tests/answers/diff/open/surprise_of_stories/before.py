"""How much a letter model is surprised by stories of several lengths, per letter.

Culprit: see after.py
"""

import numpy as np

rng = np.random.default_rng(17)
LETTERS = 27
table = rng.dirichlet(np.full(LETTERS, 0.4), LETTERS)
stories = [rng.integers(0, LETTERS, length) for length in rng.integers(20, 400, 24)]
BATCH = 6

total = 0.0
count = 0
worst = 0.0
for start in range(0, len(stories), BATCH):
    batch = stories[start : start + BATCH]
    longest = max(map(len, batch))
    padded = np.zeros((len(batch), longest), int)
    mask = np.zeros((len(batch), longest), bool)
    for row, story in enumerate(batch):
        padded[row, : len(story)] = story
        mask[row, : len(story)] = True
    chance = table[padded[:, :-1], padded[:, 1:]]
    surprise = -np.log(np.maximum(chance, 1e-12))
    told = mask[:, 1:]
    total += (surprise * told).sum()
    count += told.sum()
    worst = max(worst, surprise[told].max())

print(f"letters {count}")
print(f"surprise per letter {total / count:.6f}")
print(f"perplexity {np.exp(total / count):.5f}")
print(f"worst {worst:.4f}")
