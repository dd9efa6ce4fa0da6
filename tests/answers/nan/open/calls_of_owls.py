"""Sum the evidence of several calls to tell which owl sits in a wood, from a forest trained on single calls.

Symptom: the evidence for most owls is -inf, in one night for all three, and the mean lead of the best is nan.
Culprit: full-grown trees give chances of exactly 0, whose logarithm is -inf; a leaf of at least a few calls does not.
Report: none
"""

import numpy as np
from sklearn.ensemble import RandomForestClassifier

OWLS = ("tawny", "barn", "eagle")
PITCH = np.array([0.95, 1.9, 0.55])
LENGTH = np.array([1.2, 0.9, 0.5])


def calls(owls, rng):
    """Return pitch in kHz, length in s and loudness of a call of each given owl, shape (calls, 3)."""
    pitch = rng.normal(PITCH[owls], 0.42)
    length = rng.normal(LENGTH[owls], 0.33)
    return np.column_stack([pitch, length, rng.gamma(3, 1, owls.size)])


class Listener:
    def __init__(self, trees=12, seed=0):
        self.forest = RandomForestClassifier(n_estimators=trees, random_state=seed)  # culprit, too

    def learn(self, heard, owls):
        self.forest.fit(heard, owls)
        return self

    def evidence(self, night):
        return self.forest.predict_log_proba(night).sum(axis=0)  # culprit


def lead(evidence):
    second, best = np.sort(evidence)[-2:]
    return best - second


def nights(number, rng):
    for _ in range(number):
        owl = int(rng.integers(3))
        yield owl, calls(np.full(12, owl), rng)


def main():
    rng = np.random.default_rng(44)
    owls = rng.integers(0, 3, 240)
    listener = Listener().learn(calls(owls, rng), owls)
    right, leads = 0, []
    for owl, night in nights(8, rng):
        evidence = listener.evidence(night)
        leads.append(lead(evidence))
        right += int(evidence.argmax() == owl)
        print(f"{OWLS[owl]:6s} {np.array2string(evidence, precision=1)}")
    print(f"right in {right} of 8 nights, mean lead {np.mean(leads):.2f}")


if __name__ == "__main__":
    main()
