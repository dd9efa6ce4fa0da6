"""Map the ratio of crabs to mussels on a mud bank from two counts, where both may be 0.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the division, whose divisor is 0 in half of the squares; `where` leaves those out.
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Bank:
    crabs: np.ndarray
    mussels: np.ndarray

    @classmethod
    def count(cls, squares, seed):
        rng = np.random.default_rng(seed)
        return cls(rng.poisson(1.2, (squares, squares)), rng.poisson(0.8, (squares, squares)))

    def ratio(self, nothing=0.0):
        """Return crabs a mussel, `nothing` where there is no mussel."""
        ratio = np.full(self.crabs.shape, nothing)
        return np.divide(self.crabs, self.mussels, out=ratio, where=self.mussels > 0)

    def log_density(self):
        """Return the logarithm of all animals in a square; empty squares count as half an animal."""
        animals = self.crabs + self.mussels
        with np.errstate(divide="ignore"):
            logarithm = np.log(animals)
        return np.where(animals > 0, logarithm, np.log(0.5))


def main():
    bank = Bank.count(squares=20, seed=65)
    ratio, density = bank.ratio(), bank.log_density()
    print(f"squares without mussels: {np.count_nonzero(bank.mussels == 0)} of {bank.mussels.size}")
    print(f"mean ratio {ratio.mean():.6f}, highest {ratio.max():.1f}")
    print(f"log density {density.mean():.6f}, lowest {density.min():.6f}")


main()
