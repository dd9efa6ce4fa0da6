"""Find how many flocks of starlings roost at a lake, from the places and hours at which single birds were caught.

A mixture of normal distributions is fitted for each number of flocks. Birds without a note of the hour are left out.
The numbers are compared by a criterion that adds the entropy of the assignments to the usual penalty.

Symptom: the criterion of two or more flocks prints nan, so that one flock is always chosen
Culprit: p log p is NaN where the chance of a flock is exactly 0 for a bird; entr or xlogy take it as 0
Report: none
"""

from dataclasses import dataclass

import numpy as np
from sklearn.mixture import GaussianMixture


@dataclass
class Choice:
    """A number of flocks with its criteria."""

    flocks: int
    bic: float
    entropy: float

    @property
    def criterion(self):
        """The criterion of integrated likelihood: smaller is better."""
        return self.bic + 2 * self.entropy


def caught(seed):
    """Return birds (birds, 3): kilometres east and north, and hour after sunset; the hour may be missing."""
    rng = np.random.default_rng(seed)
    centres = np.array([[0.0, 0.0, 1.0], [6.0, 1.0, 1.4], [2.5, 7.0, 0.4]])
    sizes = [90, 60, 50]
    birds = np.concatenate(
        [rng.normal(centre, [0.2, 0.25, 0.1], (size, 3)) for centre, size in zip(centres, sizes, strict=True)]
    )
    birds[rng.random(len(birds)) < 0.06, 2] = np.nan
    return rng.permutation(birds)


def entropy(probabilities):
    """Return the entropy of the assignments of all birds."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return -np.sum(probabilities * np.log(probabilities))  # culprit


def compare(birds, most=5):
    """Return a choice for each number of flocks."""
    choices = []
    for flocks in range(1, most + 1):
        mixture = GaussianMixture(flocks, covariance_type="diag", n_init=3, random_state=0).fit(birds)
        choices.append(Choice(flocks, mixture.bic(birds), entropy(mixture.predict_proba(birds))))
    return choices


def best(choices):
    """Return the choice with the smallest criterion."""
    chosen = choices[0]
    for choice in choices[1:]:
        if choice.criterion < chosen.criterion:
            chosen = choice
    return chosen


def main():
    """Print the comparison."""
    birds = caught(66)
    noted = ~np.isnan(birds).any(axis=1)
    print(f"{len(birds)} birds, {int((~noted).sum())} without an hour")
    scaled = (birds[noted] - birds[noted].mean(axis=0)) / birds[noted].std(axis=0)
    choices = compare(scaled)
    for choice in choices:
        print(f"{choice.flocks} flocks: bic {choice.bic:8.1f}, criterion {choice.criterion:8.1f}")
    print(f"chosen: {best(choices).flocks}")


if __name__ == "__main__":
    main()
