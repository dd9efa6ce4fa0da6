"""Follow the weight of a beehive on a drifting scale.

Every few days the keeper puts a known weight on the scale and notes the offset. Each reading is corrected by an
offset, readings of a broken radio are left out, and a simple filter smooths what is left.

Symptom: the smoothed weight is nan from the first hour to the last, and so are gain and alarm level
Culprit: readings before the first offset find none when looking only backward, and the filter never forgets their NaN
Report: none
"""

import argparse
from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass
class Filter:
    """A filter with one state: the weight and how uncertain it is."""

    weight: float
    variance: float = 4.0
    drift: float = 0.01  # variance that an hour adds
    noise: float = 0.25  # variance of a reading

    def update(self, reading):
        """Take one reading and return the new weight; a missing one (None) only adds uncertainty."""
        self.variance += self.drift
        if reading is None:
            return self.weight
        gain = self.variance / (self.variance + self.noise)
        self.weight += gain * (reading - self.weight)
        self.variance *= 1 - gain
        return self.weight


def scale(rng, days):
    """Return the readings in kilograms, one an hour, some without a value."""
    hours = pd.date_range("2024-04-10", periods=24 * days, freq="h")
    steps = np.arange(hours.size)
    honey = 32 + 9 / (1 + np.exp(-(steps - 300) / 60)) - 0.4 * np.cos(2 * np.pi * steps / 24)
    readings = honey + 0.004 * steps + rng.normal(0, 0.3, hours.size)
    readings[rng.random(hours.size) < 0.03] = np.nan  # radio
    return pd.DataFrame({"time": hours, "reading": readings})


def offsets(rng, days):
    """Return the offsets in kilograms that the keeper noted."""
    times = pd.date_range("2024-04-10 17:30", periods=days // 4, freq="4D")
    hours = (times - pd.Timestamp("2024-04-10")) / pd.Timedelta("1h")
    return pd.DataFrame({"time": times, "offset": 0.004 * hours.to_numpy() + rng.normal(0, 0.02, times.size)})


def corrected(readings, notes):
    """Return the readings that have a value, less their offset."""
    known = readings.dropna(subset=["reading"])
    both = pd.merge_asof(known, notes, on="time")  # culprit
    return both.assign(weight=both["reading"] - both["offset"]).set_index("time")["weight"]


def smoothed(weights, hours):
    """Return the filtered weight of every hour."""
    state = Filter(weight=float(weights.iloc[0]))
    values = [state.update(float(weights[hour]) if hour in weights.index else None) for hour in hours]
    return pd.Series(values, index=hours)


def main():
    """Print the report of a spring."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--days", type=int, default=24)
    options = parser.parse_args()
    rng = np.random.default_rng(77)
    readings, notes = scale(rng, options.days), offsets(rng, options.days)
    print(
        f"{len(readings)} hours, {int(readings['reading'].isna().sum())} without a reading, {len(notes)} offsets"
    )
    curve = smoothed(corrected(readings, notes), readings["time"])
    weekly = curve.iloc[23 :: 24 * 7]
    for time, weight in weekly.items():
        print(f"  {time:%d %B}: {weight:6.2f} kg")
    gain = curve.iloc[-1] - curve.iloc[0]
    steps = np.diff(curve.to_numpy())
    print(f"gain {gain:.2f} kg, alarm below {-4 * steps.std():.3f} kg an hour")


if __name__ == "__main__":
    main()
