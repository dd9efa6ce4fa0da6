"""Find the mix of five paints that comes nearest to a wanted colour, by many small changes.

Symptom: as a class the search ends with another mix and a larger error, although the random numbers are the same.
Culprit: the proposal is the mix itself, not a copy, so every change is made for good and none is refused.
Report: none
"""

from dataclasses import dataclass

import numpy as np

WHITE = (0.95, 0.94, 0.90)
RED = (0.85, 0.12, 0.10)
YELLOW = (0.95, 0.80, 0.10)
BLUE = (0.10, 0.20, 0.60)
BLACK = (0.08, 0.08, 0.08)


@dataclass
class Cooling:
    heat: float = 0.05
    factor: float = 0.985

    def accepts(self, old, new, rng):
        return new < old or rng.random() < np.exp((old - new) / self.heat)

    def cool(self):
        self.heat *= self.factor


class Search:
    def __init__(self, paints, wanted, seed):
        self.paints = np.array(paints)
        self.wanted = np.array(wanted)
        self.rng = np.random.default_rng(seed)
        self.mix = np.full(len(paints), 1.0 / len(paints))
        self.best, self.best_error = self.mix.copy(), np.inf

    def colour(self, mix):
        return mix @ self.paints

    def error(self, mix):
        return np.linalg.norm(self.colour(mix) - self.wanted)

    def proposal(self, largest=0.1):
        mix = self.mix  # culprit
        a, b = self.rng.choice(len(mix), 2, replace=False)
        amount = min(self.rng.uniform(0, largest), mix[a])
        mix[a] -= amount
        mix[b] += amount
        return mix

    def step(self, cooling):
        old = self.error(self.mix)
        proposal = self.proposal()
        if cooling.accepts(old, self.error(proposal), self.rng):
            self.mix = proposal
        error = self.error(self.mix)
        if error < self.best_error:
            self.best, self.best_error = self.mix.copy(), error
        cooling.cool()

    def run(self, steps=400):
        cooling = Cooling()
        for _ in range(steps):
            self.step(cooling)
        return self


def main():
    search = Search([WHITE, RED, YELLOW, BLUE, BLACK], wanted=(0.42, 0.38, 0.20), seed=30).run()
    print("best mix", search.best.round(5))
    print(f"error {search.best_error:.7f}")
    print("last mix", search.mix.round(5))
    print(f"colour {np.round(search.colour(search.best), 5)}")


main()
