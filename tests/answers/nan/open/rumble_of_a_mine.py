"""Compare the geophones around a mine: how alike is the rumble that each pair of them records?

Symptom: every pair with the geophone "shaft" has a likeness of nan, and so has the mean over all pairs.
Culprit: most readings of the quiet "shaft" are the same number of steps, so its median deviation is 0 and clips all.
Report: ppsp-team/HyPyP#297 (coherence with a flat channel is 0/0)
"""

from itertools import combinations

import numpy as np
from scipy import signal

RATE = 100.0
STEP = 0.002  # volts, of the recorder
GAINS = {"village": 1.0, "quarry": 0.8, "shaft": 0.004, "church": 0.6, "gallery": 1.4}


def rumble(rng, seconds):
    """Return what the ground does: noise of machines between 2 and 12 Hz."""
    noise = rng.normal(0.0, 1.0, int(seconds * RATE))
    sos = signal.butter(3, [2.0, 12.0], btype="bandpass", fs=RATE, output="sos")
    return signal.sosfilt(sos, noise)


def recorded(ground, gain, rng):
    """Return the volts that the recorder writes, in whole steps and with a few spikes of the radio."""
    volts = 0.3 * gain * (ground + rng.normal(0.0, 0.25, ground.size))
    volts[rng.choice(ground.size, 12, replace=False)] += rng.choice([-1.0, 1.0], 12)
    return STEP * np.round(volts / STEP)


def without_spikes(trace):
    """Cut off what lies far from the middle of the trace."""
    middle = np.median(trace)
    far = 6.0 * np.median(np.abs(trace - middle))  # culprit
    return np.clip(trace, middle - far, middle + far)  # culprit, too


def likeness(one, other):
    """Return the mean coherence between 2 and 12 Hz."""
    frequency, coherence = signal.coherence(one, other, fs=RATE, nperseg=512)
    band = (frequency >= 2.0) & (frequency <= 12.0)
    return coherence[band].mean()


def strength(trace):
    return np.sqrt(np.mean(trace**2))


def main():
    rng = np.random.default_rng(1912)
    ground = rumble(rng, seconds=120)
    raw = {name: recorded(ground, gain, rng) for name, gain in GAINS.items()}
    clean = {name: without_spikes(trace) for name, trace in raw.items()}
    for name, trace in clean.items():
        print(f"{name:8s} {strength(trace):.5f} V")
    table = {pair: likeness(clean[pair[0]], clean[pair[1]]) for pair in combinations(clean, 2)}
    for (one, other), value in table.items():
        print(f"{one:8s} {other:8s} {value:.3f}")
    print(f"mean over {len(table)} pairs: {np.mean(list(table.values())):.3f}")


if __name__ == "__main__":
    main()
