"""Measures a pump's vibration level from its spectrum, whole and between two frequencies.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
from scipy.signal import welch

RATE_HZ = 5000


def record_velocity(seconds, seed):
    """Velocity of the housing in mm/s."""
    rng = np.random.default_rng(seed)
    time = np.arange(int(seconds * RATE_HZ)) / RATE_HZ
    velocity = 2.2 * np.sin(2 * np.pi * 49.3 * time)
    velocity += 0.9 * np.sin(2 * np.pi * 345.1 * time + 0.4)
    return velocity + rng.normal(0, 1.2, time.size)


def power_by_frequency(velocity):
    """Frequencies and the mean square that falls to each of them."""
    frequencies, power = welch(velocity, RATE_HZ, nperseg=2048, scaling="density")
    return frequencies, power * frequencies[1]


def level(frequencies, power, low, high):
    """Root mean square of the vibration between two frequencies."""
    inside = (frequencies >= low) & (frequencies <= high)
    return np.sqrt(power[inside].sum())


def strongest(frequencies, power):
    return frequencies[np.argmax(power)]


def severity(level_mm_s):
    """Zone of the machine by its level."""
    for zone, limit in (("A", 1.4), ("B", 2.3), ("C", 4.5)):
        if level_mm_s <= limit:
            return zone
    return "D"


def main():
    velocity = record_velocity(seconds=18, seed=9)
    frequencies, power = power_by_frequency(velocity)
    whole = level(frequencies, power, 0, RATE_HZ / 2)
    print(f"strongest at {strongest(frequencies, power):.1f} Hz")
    print(f"level from 10 to 1000 Hz: {level(frequencies, power, 10, 1000):.3f} mm/s")
    print(f"level at all frequencies: {whole:.3f} mm/s, zone {severity(whole)}")
    print(f"crest factor: {np.abs(velocity).max() / whole:.2f}")


if __name__ == "__main__":
    main()
