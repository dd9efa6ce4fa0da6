"""Standardises the scorecards of an archery club: each archer's rounds against the
archer's own level, then ranking by consistency, form of the day and best distance."""

import numpy as np

rng = np.random.default_rng(99)
archers = ["Ada", "Bo", "Cem", "Dita", "Eino", "Fay"]
n_rounds = 6
skill = np.array([7.1, 8.4, 6.2, 8.9, 7.7, 5.9])
spread = np.array([0.9, 0.5, 1.2, 0.35, 0.7, 1.4])
scores = np.empty((6, n_rounds))
for i in range(6):
    for j in range(n_rounds):
        scores[i, j] = skill[i] - 0.18 * j + spread[i] * rng.normal()
scores = np.clip(scores, 0, 10)

level = np.zeros(6)
dev = np.zeros(6)
for i in range(6):
    level[i] = np.mean(scores[i, :])
    dev[i] = np.std(scores[i, :])

z = np.zeros_like(scores)
for i in range(6):
    for j in range(n_rounds):
        z[i, j] = (scores[i, j] - level[i]) / dev[i]

form = np.zeros(n_rounds)
for j in range(n_rounds):
    form[j] = np.mean(z[:, j])

for i in np.argsort(dev):
    print(
        "%-5s level %.2f  spread %.2f  best round %d (z = %+.2f)"
        % (archers[i], level[i], dev[i], int(np.argmax(z[i])) + 1, np.max(z[i]))
    )
print("form per round: " + " ".join("%+.3f" % f for f in form))
print("hardest round: %d" % (int(np.argmin(form)) + 1))
print("surprises (|z| > 1.5): %d" % int(np.sum(np.abs(z) > 1.5)))
