"""Forecast the bathers of an open-air pool with limits for the staff rota.

Counts are skewed, so they are brought to a symmetric shape by Box and Cox's transform, whose power is fitted. A
seasonal mean and the spread around it give the forecast and its limits, which are transformed back.

Symptom: the lower limits of three months print nan, and so do the hours of staff that the season needs at least
Culprit: the lower limit falls below -1/power, where the inverse transform has no real value; it should stop there, at 0
Report: none
"""

import numpy as np
from scipy import special, stats

MONTHS = ["May", "June", "July", "August", "September"]
WEEKS = 4
BATHERS_PER_GUARD = 120


class PoolForecast:
    """A seasonal forecast in the space of Box and Cox's transform."""

    def __init__(self, confidence=0.95):
        self.z = stats.norm.ppf(0.5 + confidence / 2)
        self.power = 1.0
        self.means = np.zeros(0)
        self.spreads = np.zeros(0)

    def fit(self, counts):
        """Learn from counts (years, weeks), closed weeks missing."""
        open_weeks = ~np.isnan(counts)
        _, self.power = stats.boxcox(counts[open_weeks] + 1.0)
        values = np.full(counts.shape, np.nan)
        values[open_weeks] = special.boxcox(counts[open_weeks] + 1.0, self.power)
        self.means = np.nanmean(values, axis=0)
        self.spreads = np.nanstd(values, axis=0, ddof=1)
        return self

    def back(self, values):
        """Return counts from transformed values."""
        return special.inv_boxcox(values, self.power) - 1.0  # culprit

    def limits(self):
        """Return the lower limit, the middle and the upper limit of each week."""
        reach = self.z * self.spreads
        return tuple(self.back(values) for values in (self.means - reach, self.means, self.means + reach))


def counted(seed, years=12):
    """Return bathers (years, weeks); a week with the pool closed for repair is missing."""
    rng = np.random.default_rng(seed)
    weeks = np.arange(len(MONTHS) * WEEKS)
    usual = 350 * np.exp(-(((weeks - 10.5) / 12.0) ** 2))
    warmth = rng.uniform(0.0, 2.0, (years, weeks.size))
    bathers = rng.poisson(usual * warmth).astype(float)
    bathers[rng.random(bathers.shape) < 0.03] = np.nan
    return bathers


def guards(bathers):
    """Return the guards that so many bathers need, at least two while the pool is open."""
    return np.maximum(np.ceil(bathers / BATHERS_PER_GUARD), 2)


def main():
    """Print the forecast by month and the staff."""
    counts = counted(29)
    print(f"{counts.shape[0]} years, {int(np.isnan(counts).sum())} weeks closed")
    forecast = PoolForecast().fit(counts)
    print(f"power {forecast.power:.3f}")
    low, middle, high = forecast.limits()
    for place, month in enumerate(MONTHS):
        weeks = slice(place * WEEKS, (place + 1) * WEEKS)
        print(f"{month:<10} {low[weeks].sum():7.0f} {middle[weeks].sum():7.0f} {high[weeks].sum():7.0f}")
    least, most = guards(low).sum() * 60, guards(high).sum() * 60
    print(f"hours of staff: {least:.0f} to {most:.0f}")


if __name__ == "__main__":
    main()
