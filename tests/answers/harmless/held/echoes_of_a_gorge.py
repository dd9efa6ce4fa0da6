"""Locate the walls of a gorge from the echoes of a clap, in float32 as the recorder stores it.

The cross-correlation is computed by FFT in single and by sums in double precision; both agree to rounding. Levels in
decibels of a silent stretch are -inf on purpose and are drawn at the floor of the plot.

Symptom: none
Culprit: none
Tempts: `nan` could accuse log10(0) of silence, `precision` the float32 FFT, whose error is far below the echoes
Report: none
"""

import numpy as np
from scipy import fft, signal

RATE = 8000  # samples a second
SPEED = 340.0  # m/s
FLOOR = -80.0  # dB


def clap(rng):
    """Return a clap of 20 ms as float32."""
    samples = int(0.02 * RATE)
    return (rng.normal(0, 1, samples) * np.exp(-np.arange(samples) / 40)).astype(np.float32)


def recording(rng, sound, walls, seconds=1.5):
    """Return the recording as float32: silence, the clap, its echoes from walls at some metres, and weak noise."""
    samples = np.zeros(int(seconds * RATE), dtype=np.float32)
    start = int(0.1 * RATE)
    samples[start:] = rng.normal(0, 0.003, samples.size - start)
    samples[start : start + sound.size] += sound
    for metres in walls:
        delay = start + round(2 * metres / SPEED * RATE)
        samples[delay : delay + sound.size] += sound * np.float32(8.0 / metres)
    return samples


def correlated(samples, sound):
    """Return the correlation of a recording with the sound, by FFT in single precision."""
    size = fft.next_fast_len(samples.size + sound.size - 1, real=True)
    spectrum = fft.rfft(samples, size) * np.conj(fft.rfft(sound, size))
    return fft.irfft(spectrum, size)[: samples.size]


def levels(samples, block=400):
    """Return the level of each block in decibels, -inf for silence."""
    power = np.square(samples[: samples.size // block * block].reshape(-1, block), dtype=np.float64).mean(
        axis=1
    )
    with np.errstate(divide="ignore"):
        return 10 * np.log10(power)


def main():
    """Print levels, agreement and walls."""
    rng = np.random.default_rng(44)
    sound = clap(rng)
    walls = [31.0, 58.5, 97.0]
    samples = recording(rng, sound, walls)
    drawn = np.maximum(levels(samples), FLOOR)
    print("levels:", " ".join(f"{level:.0f}" for level in drawn[:12]))
    print(f"silent blocks: {int((drawn == FLOOR).sum())}")

    single = correlated(samples, sound)
    double = signal.correlate(
        samples.astype(np.float64), sound.astype(np.float64), mode="full", method="direct"
    )
    double = double[sound.size - 1 :]
    off = np.abs(single - double).max() / np.abs(double).max()
    print(f"{single.dtype} agrees to a hundred thousandth: {bool(off < 1e-5)}")

    peaks, heights = signal.find_peaks(np.abs(single), height=0.05 * np.abs(single).max(), distance=200)
    first, *echoes = peaks
    for echo in echoes:
        print(
            f"wall at {(echo - first) / RATE * SPEED / 2:5.1f} m, strength {abs(single[echo] / single[first]):.2f}"
        )
    print(f"{len(heights['peak_heights']) - 1} of {len(walls)} walls found")


if __name__ == "__main__":
    main()
