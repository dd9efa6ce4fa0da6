"""Finds the gear mesh tone in a vibration record and the shaft speed from it.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np

SAMPLE_RATE = 800.0
TEETH = 24


def record(seconds=4.0, shaft_hz=5.0, seed=8):
    """Accelerometer trace of a gearbox: the mesh tone, its harmonic and noise."""
    generator = np.random.default_rng(seed)
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    mesh = shaft_hz * TEETH
    trace = 2.0 * np.sin(2 * np.pi * mesh * time)
    trace += 0.7 * np.sin(2 * np.pi * 2 * mesh * time + 0.4)
    trace += generator.normal(0.0, 0.6, time.size)
    return time, trace


def amplitude_spectrum(trace):
    taper = np.hanning(trace.size)
    spectrum = np.fft.rfft(trace * taper)
    amplitude = 2.0 * np.abs(spectrum) / taper.sum()
    frequency = np.fft.rfftfreq(trace.size, d=1.0 / SAMPLE_RATE)
    return frequency, amplitude


def strongest(frequency, amplitude, count=2, separation=15.0):
    peaks = []
    for index in np.argsort(amplitude)[::-1]:
        if all(abs(frequency[index] - found) > separation for found, _ in peaks):
            peaks.append((float(frequency[index]), float(amplitude[index])))
        if len(peaks) == count:
            break
    return peaks


def main():
    time, trace = record()
    print(f"{trace.size} samples over {time[-1]:.2f} s, rms {trace.std():.2f} m/s2")
    frequency, amplitude = amplitude_spectrum(trace)
    peaks = strongest(frequency, amplitude)
    for position, height in peaks:
        print(f"  peak at {position:7.2f} Hz, amplitude {height:.2f} m/s2")
    shaft_speed = 60.0 * peaks[0][0] / TEETH
    print(f"shaft speed from the mesh tone: {shaft_speed:.0f} rpm")


if __name__ == "__main__":
    main()
