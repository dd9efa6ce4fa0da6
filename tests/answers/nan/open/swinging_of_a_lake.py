"""Find the periods at which a long lake swings, from a gauge at its end.

The level of the lake changes slowly with rain and the power station; that is taken out with a running mean of twelve
hours. Gaps of the gauge are interpolated. The periods are the centres of the peaks in the spectrum of what is left.

Symptom: both periods and their shares in the variation print nan
Culprit: rolling() without min_periods leaves 71 missing values at the start, and the transform spreads them everywhere
Report: none
"""

import numpy as np
import xarray as xr

MINUTES = 10
PERIODS = {"first": 74.0, "second": 35.5}  # minutes, what theory says for this lake


def gauge(seed):
    """Return ten days of levels in centimetres with gaps."""
    rng = np.random.default_rng(seed)
    time = np.arange("2024-08-01", "2024-08-11", np.timedelta64(MINUTES, "m"), dtype="datetime64[m]")
    minutes = np.arange(time.size) * MINUTES
    slow = 3.0 * np.sin(2 * np.pi * minutes / 4000) + 0.0004 * minutes
    swing = 1.4 * np.sin(2 * np.pi * minutes / 73.0) + 0.6 * np.sin(2 * np.pi * minutes / 36.2 + 1)
    level = 430 + slow + swing + rng.normal(0, 0.3, time.size)
    level[rng.random(time.size) < 0.02] = np.nan
    return xr.DataArray(level, dims="time", coords={"time": time.astype("datetime64[ns]")}, name="level")


class Spectrum:
    """The power of a gapless series at each period."""

    def __init__(self, series):
        values = np.hanning(series.size) * (series - series.mean("time", skipna=False)).values
        self.power = np.abs(np.fft.rfft(values)) ** 2
        with np.errstate(divide="ignore"):
            self.periods = MINUTES / np.fft.rfftfreq(series.size)  # the first one is infinite

    def centre(self, low, high):
        """Return the centre of the power between two periods."""
        inside = (self.periods > low) & (self.periods < high)
        power = self.power[inside]
        return float((self.periods[inside] * power).sum() / power.sum())

    def share(self, low, high):
        """Return the share of the power between two periods."""
        inside = (self.periods > low) & (self.periods < high)
        return float(self.power[inside].sum() / self.power.sum())


def without_slow_change(level, hours=12):
    """Return the level less its running mean."""
    window = hours * 60 // MINUTES
    slow = level.rolling(time=window, center=False).mean()  # culprit
    return level - slow


def main():
    """Print periods and shares."""
    level = gauge(20)
    print(f"{level.size} readings, {int(level.isnull().sum())} missing")
    filled = level.interpolate_na("time")
    filled = filled.fillna(filled.mean())
    print(f"mean level {float(filled.mean()):.2f} cm, spread {float(filled.std()):.2f} cm")
    spectrum = Spectrum(without_slow_change(filled))
    for name, period in PERIODS.items():
        low, high = 0.8 * period, 1.2 * period
        print(f"{name:<7} expected {period:5.1f}, found {spectrum.centre(low, high):5.1f} minutes")
        print(f"        share of the variation {spectrum.share(low, high):.3f}")


if __name__ == "__main__":
    main()
