"""Smooth the daily visitors of a museum over a week and find the busiest week.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the first six windows of `rolling(7)`, which are not full, and the days without a count.
Report: pandas-dev/pandas#14517
"""

import numpy as np
import pandas as pd


class Museum:
    """The counter at the door of a museum."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        days = pd.date_range("2024-01-01", periods=180, freq="D")
        expected = 300.0 + 120.0 * np.sin(np.arange(180) / 29.0) + 150.0 * (days.day_of_week >= 5)
        self.visitors = pd.Series(rng.poisson(expected), index=days, dtype=float)
        self.visitors.iloc[rng.choice(180, size=12, replace=False)] = np.nan

    def smooth(self):
        """Return the mean of each full week with at least five counted days."""
        return self.visitors.rolling(7, min_periods=5).mean().iloc[6:].dropna()

    def strict(self):
        """Return the mean of the weeks without a gap."""
        return self.visitors.rolling(7).mean().dropna()


def main():
    museum = Museum(seed=12)
    smooth, strict = museum.smooth(), museum.strict()
    print(f"{museum.visitors.isna().sum()} days without a count")
    print(f"{len(smooth)} weeks with five days or more, {len(strict)} weeks without a gap")
    print(f"busiest week ends on {smooth.idxmax():%d %B}: {smooth.max():.1f} visitors a day")
    both = smooth.index.intersection(strict.index)
    print(f"the two agree where both exist: {np.allclose(smooth[both], strict[both])}")


if __name__ == "__main__":
    main()
