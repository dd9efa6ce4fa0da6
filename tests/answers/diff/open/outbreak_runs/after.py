"""Spread of final outbreak sizes over repeated stochastic epidemic runs.

Symptom: The last number is another one.
Culprit: Generator created from the seed inside each run, all runs identical (sd 79.5 -> 0.0).
Report: ubc-provenance/PIDSMaker#42
"""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Outbreak:
    population: int = 500
    beta: float = 0.32
    gamma: float = 0.2
    infected: int = 5
    seed: int = 5
    history: list = field(default_factory=list)

    def step(self, rng, s, i, r):
        new = rng.binomial(s, 1 - np.exp(-self.beta * i / self.population))
        gone = rng.binomial(i, 1 - np.exp(-self.gamma))
        return s - new, i + new - gone, r + gone

    def run(self, days=160):
        rng = np.random.default_rng(self.seed)  # culprit
        s, i, r = self.population - self.infected, self.infected, 0
        self.history = [i]
        for _ in range(days):
            s, i, r = self.step(rng, s, i, r)
            self.history.append(i)
            if i == 0:
                break
        return r + i, max(self.history)


def repeat(model, n=120):
    return np.array([model.run() for _ in range(n)]).T


def main():
    sizes, peaks = repeat(Outbreak())
    low, high = np.percentile(sizes, [5, 95])
    print("runs:", len(sizes))
    print(f"mean peak {peaks.mean():.1f}")
    print(f"90 % of outbreaks between {low:.0f} and {high:.0f}")
    print(f"mean final size {sizes.mean():.1f}")
    print(f"standard deviation of the final size {sizes.std(ddof=1):.1f}")


if __name__ == "__main__":
    main()
