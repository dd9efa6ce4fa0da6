"""Compute the pulse of swimmers from a chest strap that loses its signal in the water now and then.

Symptom: two of four swimmers have a pulse, the strength of the signal of the other two is nan and no beat is found.
Culprit: interpolate fills gaps from a value on, not before the first one; the filter spreads that nan over all.
Report: ec-jrc/cbm#26 (filtfilt gave only nan, because interpolate had left the first values missing)
"""

import numpy as np
import pandas as pd
from scipy import signal

RATE = 50.0
SWIMMERS = {"Ana": (96.0, 0), "Ben": (118.0, 22), "Cleo": (105.0, 0), "Dov": (124.0, 5)}


def strap(beats, lost_at_start, rng, seconds=40.0):
    time = np.arange(0, seconds, 1 / RATE)
    phase = 2 * np.pi * beats / 60 * time
    wave = 400.0 + 40.0 * np.exp(3.0 * (np.cos(phase) - 1)) + 12.0 * np.sin(2 * np.pi * 0.4 * time)
    series = pd.Series(wave + rng.normal(0, 2.0, time.size), index=time)
    for start in rng.integers(200, time.size - 40, 5):
        series.iloc[start : start + rng.integers(3, 15)] = np.nan
    series.iloc[:lost_at_start] = np.nan
    return series


def share_lost(series):
    return series.isna().mean()


def without_gaps(series):
    return series.interpolate(method="linear", limit=40)  # culprit


def band(series, low=0.7, high=4.0):
    sections = signal.butter(3, [low, high], btype="bandpass", fs=RATE, output="sos")
    return pd.Series(signal.sosfiltfilt(sections, series - series.mean()), index=series.index)


def beats_per_minute(filtered):
    tops, _ = signal.find_peaks(filtered, height=0.5 * filtered.std(), distance=int(0.35 * RATE))
    if len(tops) < 2:
        return 0.0
    return 60.0 / np.median(np.diff(filtered.index[tops]))


def main():
    rng = np.random.default_rng(50)
    strengths = []
    for name, (beats, lost_at_start) in SWIMMERS.items():
        series = strap(beats, lost_at_start, rng)
        filtered = band(without_gaps(series))
        strengths.append(np.sqrt(np.mean(filtered.to_numpy() ** 2)))
        pulse, lost = beats_per_minute(filtered), 100 * share_lost(series)
        print(f"{name:5s} {pulse:6.1f} beats, strength {strengths[-1]:7.3f}, {lost:.1f} percent lost")
    print(f"mean strength {np.mean(strengths):.3f}")


main()
