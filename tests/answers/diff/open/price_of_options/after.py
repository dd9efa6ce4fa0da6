"""Price call options by simulated paths.

Symptom: all prices are higher.
Culprit: the drift of the logarithm lacks the half of the squared spread.
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Market:
    rate: float = 0.03
    spread: float = 0.2
    start: float = 100.0

    def paths(self, rng, count=500, steps=24, years=1.0):
        dt = years / steps
        shocks = rng.standard_normal((steps, count)).T
        moves = self.rate * dt + self.spread * np.sqrt(dt) * shocks  # culprit
        return self.start * np.exp(np.cumsum(moves, axis=1))


def discounted(payoff, market, years=1.0):
    return np.exp(-market.rate * years) * payoff.mean()


def main():
    market = Market()
    paths = market.paths(np.random.default_rng(77))
    for strike in (90, 100, 110):
        payoff = np.maximum(paths[:, -1] - strike, 0)
        asian = np.maximum(paths.mean(axis=1) - strike, 0)
        print(strike, round(discounted(payoff, market), 5), round(discounted(asian, market), 5))


main()
