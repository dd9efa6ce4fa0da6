"""Standardises the scorecards of an archery club: each archer's rounds against the
archer's own level, then ranking by consistency, form of the day and best distance.
Symptom: there are 8 surprises instead of 5, Eino's best round has z = +2.75 (was +1.41) and the form of round 1 is +0.747 (was +1.018).
Culprit: the spread of the archers is broadcast along the rounds instead of along the archers.
Report: none
"""

import numpy as np

ARCHERS = ("Ada", "Bo", "Cem", "Dita", "Eino", "Fay")
ROUNDS = 6
SKILL = np.array([7.1, 8.4, 6.2, 8.9, 7.7, 5.9])
SPREAD = np.array([0.9, 0.5, 1.2, 0.35, 0.7, 1.4])


def season(seed=99):
    rng = np.random.default_rng(seed)
    fatigue = 0.18 * np.arange(ROUNDS)
    noise = rng.normal(size=(len(ARCHERS), ROUNDS))
    return (SKILL[:, None] - fatigue + SPREAD[:, None] * noise).clip(0, 10)


def standardise(scores):
    level = scores.mean(axis=1)
    dev = scores.std(axis=1)
    z = (scores - level[:, None]) / dev  # culprit
    return level, dev, z


def print_archers(level, dev, z):
    for i in dev.argsort():
        best = z[i].argmax()
        print(
            f"{ARCHERS[i]:<5s} level {level[i]:.2f}  spread {dev[i]:.2f}  "
            f"best round {best + 1} (z = {z[i, best]:+.2f})"
        )


def main():
    scores = season()
    assert scores.shape == (len(ARCHERS), ROUNDS)
    level, dev, z = standardise(scores)
    form = z.mean(axis=0)
    print_archers(level, dev, z)
    print("form per round: " + " ".join(f"{f:+.3f}" for f in form))
    print(f"hardest round: {form.argmin() + 1}")
    print(f"surprises (|z| > 1.5): {(abs(z) > 1.5).sum()}")


main()
