"""Assign shards of pots to workshops by the chemistry of their clay.

Known shards train a Bayes classifier with a normal distribution an element. Concentrations below the detection limit
are written as half of it. The report gives how sure each assignment is, as entropy of the probabilities in bits.

Symptom: the probabilities and the mean entropy are nan, and every shard goes to the coast
Culprit: var_smoothing=0 leaves variance 0 for cobalt from the hill, always below the limit, and 0 / 0 follows
Report: none
"""

import numpy as np
from scipy.special import entr
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB

ELEMENTS = ["iron", "calcium", "cobalt", "chromium"]
LIMITS = np.array([0.05, 0.1, 4.0, 8.0])
WORKSHOPS = {
    "river": ([5.2, 6.0, 14.0, 90.0], [0.5, 1.2, 3.0, 15.0]),
    "hill": ([3.1, 1.5, 0.8, 30.0], [0.3, 0.4, 0.5, 9.0]),
    "coast": ([4.4, 9.5, 9.0, 60.0], [0.4, 1.5, 2.0, 12.0]),
}


def shards(rng, workshop, count):
    """Return concentrations (count, elements), half the limit where an element was not detected."""
    mean, spread = WORKSHOPS[workshop]
    values = rng.normal(mean, spread, (count, len(ELEMENTS)))
    return np.where(values < LIMITS, LIMITS / 2, values)


def collection(seed, each):
    """Return all shards, their workshops, and how many values were below the limit."""
    rng = np.random.default_rng(seed)
    values = np.concatenate([shards(rng, workshop, each) for workshop in WORKSHOPS])
    labels = np.repeat(list(WORKSHOPS), each)
    return values, labels, (values == LIMITS / 2).sum(axis=0)


def surety(probabilities):
    """Return the entropy of each row in bits: 0 for a sure assignment."""
    return entr(probabilities).sum(axis=1) / np.log(2)


def main():
    """Train, assign and print the report."""
    values, labels, hidden = collection(9, 50)
    for element, count in zip(ELEMENTS, hidden, strict=True):
        print(f"{element:<9} {count:3d} values below the limit")
    known, unknown, origin, truth = train_test_split(
        values, labels, test_size=0.3, random_state=4, stratify=labels
    )
    classifier = GaussianNB(var_smoothing=0.0)  # culprit
    with np.errstate(divide="ignore", invalid="ignore"):
        classifier.fit(known, origin)
        probabilities = classifier.predict_proba(unknown)
    assigned = classifier.classes_[probabilities.argmax(axis=1)]
    for workshop in WORKSHOPS:
        chosen = assigned == workshop
        right = (truth[chosen] == workshop).mean() if chosen.any() else 0.0
        print(f"{workshop:<6} {int(chosen.sum()):3d} shards assigned, {100 * right:.0f} % of them right")
    bits = surety(probabilities)
    print(f"mean entropy {bits.mean():.4f} bits, worst {bits.max():.4f} bits")


if __name__ == "__main__":
    main()
