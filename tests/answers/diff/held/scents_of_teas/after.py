"""Estimate how well an electronic nose tells five kinds of tea apart, with folds made by hand.

Symptom: The shares of correct names and the distances of each day change, on some days up and on others down.
Culprit: The scaler is fitted anew on the teas of the day that is tested, so the drift of that day is scaled away.
Report: none
"""

from dataclasses import dataclass

import numpy as np
from sklearn.metrics import confusion_matrix
from sklearn.model_selection import LeaveOneGroupOut
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler

KINDS = ["Assam", "Darjeeling", "Keemun", "Oolong", "Sencha"]
GAINS = np.array([1.0, 40.0, 0.2, 7.0, 1.5, 300.0, 0.05, 12.0])


@dataclass
class Tasting:
    rows: np.ndarray
    labels: np.ndarray
    days: np.ndarray


def tasting(seed=4711, per_kind=36, days=6):
    """Draw the voltages of the sensors for all teas; the nose drifts from day to day."""
    rng = np.random.default_rng(seed)
    sensors = GAINS.size
    centres = rng.normal(0.0, 1.0, (len(KINDS), sensors))
    day = np.arange(per_kind) % days
    rows = [
        (centre + rng.normal(0.0, 0.75, sensors) + 0.22 * today) * GAINS
        for centre in centres
        for today in day
    ]
    labels = np.repeat(np.arange(len(KINDS)), per_kind)
    return Tasting(np.array(rows), labels, np.tile(day, len(KINDS)))


class Nose:
    """A classifier that scales what it smells."""

    def __init__(self, neighbours=5):
        self.scaler = StandardScaler()
        self.model = KNeighborsClassifier(n_neighbors=neighbours)

    def learn(self, rows, labels):
        self.model.fit(self.scaler.fit_transform(rows), labels)
        return self

    def name(self, rows):
        """Return the kind of each row and the mean distance to the neighbours."""
        scaled = self.scaler.fit_transform(rows)  # culprit
        distance, _ = self.model.kneighbors(scaled)
        return self.model.predict(scaled), distance.mean()


def judge(data):
    """Test each day with a nose that learnt from the other days."""
    for train, test in LeaveOneGroupOut().split(data.rows, data.labels, data.days):
        nose = Nose().learn(data.rows[train], data.labels[train])
        named, distance = nose.name(data.rows[test])
        yield data.labels[test], named, distance


def main():
    results = list(judge(tasting()))
    shares = [np.mean(truth == named) for truth, named, _ in results]
    for day, (share, (_, _, distance)) in enumerate(zip(shares, results, strict=True), start=1):
        print(f"day {day}: {100 * share:6.2f} % correct, mean distance {distance:.4f}")
    print(f"all days: {100 * np.mean(shares):.2f} %")
    truth, named = (np.concatenate([result[k] for result in results]) for k in (0, 1))
    confusion = confusion_matrix(truth, named)
    for kind, row in zip(KINDS, confusion, strict=True):
        print(f"{kind:10s}", row)
    print("hardest tea:", KINDS[int(np.argmin(np.diag(confusion) / confusion.sum(axis=1)))])


if __name__ == "__main__":
    main()
