"""Follow how nervous the wheat market is, with a recursion for the variance of daily returns.

Prices are missing on holidays and those days are skipped. The variance of a day is a mix of a base, of yesterday's
squared return and of yesterday's variance; the parameters are chosen on a small grid by likelihood.

Symptom: the likelihood of every choice is nan, the first one is kept, and the forecast of the spread prints nan
Culprit: the recursion starts from the first value of ewm().var(), which is NaN: one return has no variance yet
Report: none
"""

from itertools import product

import numpy as np
import pandas as pd


def prices(seed, days):
    """Return daily prices in euros a tonne, missing on holidays."""
    rng = np.random.default_rng(seed)
    variance, logs = 1e-4, [np.log(210.0)]
    for _ in range(days - 1):
        step = rng.normal(0, np.sqrt(variance))
        variance = 2e-6 + 0.08 * step**2 + 0.9 * variance
        logs.append(logs[-1] + step)
    series = pd.Series(np.exp(logs), index=pd.bdate_range("2022-01-03", periods=days))
    series[rng.random(days) < 0.03] = np.nan
    return series


def returns(series):
    """Return the logarithmic returns between days with a price."""
    return np.log(series.dropna()).diff().dropna()


class Volatility:
    """The recursion with its three parameters."""

    def __init__(self, reaction, memory, level):
        self.reaction = reaction
        self.memory = memory
        self.base = level * (1 - reaction - memory)

    def variances(self, steps, start):
        """Return the variance of each day and of the one after the last."""
        path = np.empty(len(steps) + 1)
        path[0] = start
        for day, step in enumerate(steps):
            path[day + 1] = self.base + self.reaction * step**2 + self.memory * path[day]
        return path

    def log_likelihood(self, steps, start):
        """Return the log likelihood of returns."""
        variance = self.variances(steps, start)[:-1]
        return -0.5 * np.sum(np.log(2 * np.pi * variance) + steps**2 / variance)


def first_variance(series):
    """Return a variance to start from, which weighs the first days most."""
    return series.ewm(halflife=10).var().iloc[0]  # culprit


def main():
    """Choose the parameters and print the forecast."""
    quotes = prices(19, 500)
    series = returns(quotes)
    steps = series.to_numpy()
    print(f"{len(quotes)} days, {int(quotes.isna().sum())} holidays, spread {100 * steps.std():.2f} % a day")
    start = first_variance(series)
    choices = [Volatility(*pair, steps.var()) for pair in product([0.02, 0.05, 0.08, 0.12], [0.8, 0.85, 0.9])]
    scores = [choice.log_likelihood(steps, start) for choice in choices]
    best = choices[int(np.argmax(scores))]
    print(
        f"best of {len(scores)}: reaction {best.reaction}, memory {best.memory}, likelihood {max(scores):.1f}"
    )
    path = best.variances(steps, start)
    for place in (5, 100, 250, len(path) - 1):
        print(f"  day {place:3d}: {100 * np.sqrt(path[place]):.3f} %")
    margin = 2.33 * np.sqrt(path[-1]) * quotes.dropna().iloc[-1]
    print(f"margin for a tonne: {margin:.2f} euros")


if __name__ == "__main__":
    main()
