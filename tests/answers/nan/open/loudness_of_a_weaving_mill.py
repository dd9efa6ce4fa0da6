"""Measure the noise of looms from the recordings of a dosimeter, minute by minute.

The dosimeter stores samples as 16-bit integers. Each block becomes a level in decibels against the reference, and the
dose of a shift is the energy mean of its blocks. Blocks in which the microphone was covered are left out.

Symptom: a loud block and the dose of the jacquard loom print nan
Culprit: the square of 16-bit samples is taken in 16 bits and wraps around, so that the mean power can be negative
Report: none
"""

import struct

import numpy as np

RATE = 4000
BLOCK = 2000
FULL_SCALE = 94.0  # dB of a sample of 10000


def dosimeter(seed, blocks, strength):
    """Return the bytes of a recording: little-endian 16-bit samples after a header with their number."""
    rng = np.random.default_rng(seed)
    time = np.arange(blocks * BLOCK) / RATE
    loom = np.sin(2 * np.pi * 180 * time) * (np.sin(2 * np.pi * 2.5 * time) > 0.3)
    loud = strength * (0.02 + (np.sin(2 * np.pi * time / 3.0) > 0))
    samples = loud * loom + rng.normal(0, 0.003 * strength, time.size)
    covered = rng.choice(blocks, 2, replace=False)
    for block in covered:
        samples[block * BLOCK : (block + 1) * BLOCK] = 0
    return struct.pack("<I", time.size) + samples.round().astype("<i2").tobytes()


def samples_of(recording):
    """Return the samples (blocks, BLOCK) of a recording."""
    (count,) = struct.unpack_from("<I", recording)
    return np.frombuffer(recording, dtype="<i2", offset=4, count=count).reshape(-1, BLOCK)


def power(samples):
    """Return the mean power of each block."""
    return np.mean(samples**2, axis=1)  # culprit


def level(mean_power):
    """Return a level in decibels."""
    return FULL_SCALE + 10 * np.log10(mean_power / 10_000.0**2)


def dose(levels):
    """Return the level of the energy mean."""
    return 10 * np.log10(np.mean(10 ** (levels / 10)))


def main():
    """Print levels and doses of two looms."""
    doses = {}
    for loom, seed, strength in [("jacquard", 1, 9000.0), ("dobby", 2, 14000.0)]:
        samples = samples_of(dosimeter(seed, 24, strength))
        heard = samples.any(axis=1)
        with np.errstate(invalid="ignore"):
            levels = level(power(samples[heard]))
        doses[loom] = dose(levels)
        print(
            f"{loom}: {int(heard.sum())} of {heard.size} blocks heard, peak {np.abs(samples.astype(int)).max()}"
        )
        print("  " + " ".join(f"{value:.0f}" for value in levels[:12]))
    for loom, value in doses.items():
        hours = 8 / 2 ** ((value - 85) / 3)
        print(f"{loom}: {value:.1f} dB, allowed for {hours:.1f} hours")


if __name__ == "__main__":
    main()
