"""Evoked response per channel from stacked EEG epochs.

Symptom: The last number is another one.
Culprit: Loops to arrays: reshape without transpose mixes channels and epochs.
Report: BonnBytes/PyTorch-FWD#16
"""

import numpy as np

CHANNELS = ["Fz", "Cz", "Pz", "Oz"]
RATE = 250
WINDOW = slice(50, 100)


def recording(n_epochs=60, n_samples=200, seed=44):
    rng = np.random.default_rng(seed)
    t = np.arange(n_samples) / RATE
    gain = np.array([1.0, 3.0, 6.0, 2.0])
    wave = np.exp(-(((t - 0.3) / 0.05) ** 2))
    data = rng.normal(0, 4.0, (n_epochs, len(CHANNELS), n_samples))
    return data + gain[None, :, None] * wave


def to_continuous(epochs):
    n_epochs, n_channels, n_samples = epochs.shape
    return epochs.reshape(n_channels, n_epochs * n_samples)  # culprit


def evoked(continuous, n_samples):
    folded = continuous.reshape(len(continuous), -1, n_samples)
    return folded.mean(axis=1)


def peak_amplitudes(response):
    return response[:, WINDOW].max(axis=1)


def report(spread, peaks):
    for name, s, p in zip(CHANNELS, spread, peaks):
        print(f"{name}: sd {s:.3f} uV, peak {p:.3f} uV")
    best = int(np.argmax(peaks))
    print(f"largest response: {CHANNELS[best]}, {peaks[best]:.3f} uV")


def main():
    data = recording()
    continuous = to_continuous(data)
    peaks = peak_amplitudes(evoked(continuous, data.shape[2]))
    report(continuous.std(axis=1), peaks)


if __name__ == "__main__":
    main()
