"""Separate the long swell on a sea wall from wind waves, and find the hours in which it was strongest.

A pressure sensor writes eight values a second. A band-pass lets waves of ten to twenty-five seconds through; height and
energy of the swell follow in blocks of five minutes. Spikes of the cable are replaced before the filter.

Symptom: the swell of the first block is astronomic, all later ones, the strongest block and the energy print nan
Culprit: a narrow band-pass of order 8 in the form of two polynomials is unstable; second-order sections are not
Report: none
"""

from __future__ import annotations

import numpy as np
from scipy import signal

RATE = 8.0  # values a second
BLOCK = int(300 * RATE)


def sensor(seed: int, minutes: int) -> np.ndarray:
    """Return pressures in centimetres of water, NaN where the cable gave a spike."""
    rng = np.random.default_rng(seed)
    time = np.arange(int(minutes * 60 * RATE)) / RATE
    swell = (20 + 12 * np.sin(2 * np.pi * time / 3000)) * np.sin(
        2 * np.pi * time / 14.2 + 2 * np.sin(time / 400)
    )
    wind = 35 * np.sin(2 * np.pi * time / 4.7 + 3 * np.sin(time / 60))
    pressure = 250 + 60 * np.sin(2 * np.pi * time / 44_700) + swell + wind + rng.normal(0, 4, time.size)
    pressure[rng.random(time.size) < 0.002] = np.nan
    return pressure


def without_spikes(pressure: np.ndarray) -> np.ndarray:
    """Return the pressures with spikes replaced by a line between their neighbours."""
    place = np.arange(pressure.size)
    known = ~np.isnan(pressure)
    return np.interp(place, place[known], pressure[known])


class BandPass:
    """Lets waves with periods between two numbers of seconds through."""

    def __init__(self, shortest: float, longest: float, order: int = 8) -> None:
        self.band = (1 / longest, 1 / shortest)
        self.order = order

    def __call__(self, values: np.ndarray) -> np.ndarray:
        """Return the filtered values, less their mean."""
        numerator, denominator = signal.butter(self.order, self.band, btype="bandpass", fs=RATE)  # culprit
        return signal.lfilter(numerator, denominator, values - values.mean())


def heights(values: np.ndarray) -> np.ndarray:
    """Return the significant height of each block, four times its standard deviation."""
    blocks = values[: values.size // BLOCK * BLOCK].reshape(-1, BLOCK)
    return 4 * blocks.std(axis=1)


def main() -> None:
    """Print heights and energy of swell and of all waves."""
    pressure = sensor(5, 90)
    clean = without_spikes(pressure)
    print(f"{pressure.size} values, {int(np.isnan(pressure).sum())} spikes, mean {clean.mean():.1f} cm")
    all_waves = heights(clean)
    with np.errstate(over="ignore", invalid="ignore"):
        swell = heights(BandPass(10.0, 25.0)(clean))
        energy = 1025 * 9.81 / 16 * (swell / 100) ** 2
    for block, (high, low) in enumerate(zip(all_waves, swell, strict=True)):
        if block % 4 == 0:
            print(f"  block {block:2d}: all waves {high:6.1f} cm, swell {low:6.1f} cm")
    strongest = int(np.argmax(swell))
    print(f"strongest swell in block {strongest}: {swell[strongest]:.1f} cm")
    print(f"mean energy {energy.mean():.1f} J/m2, share of the swell {np.mean((swell / all_waves) ** 2):.2f}")


if __name__ == "__main__":
    main()
