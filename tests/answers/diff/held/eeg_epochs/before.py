"""Evoked response per channel from stacked EEG epochs."""

import numpy as np

CHANNELS = ["Fz", "Cz", "Pz", "Oz"]
RATE = 250


def recording(n_epochs=60, n_samples=200, seed=44):
    rng = np.random.default_rng(seed)
    t = np.arange(n_samples) / RATE
    gain = np.array([1.0, 3.0, 6.0, 2.0])
    wave = np.exp(-(((t - 0.3) / 0.05) ** 2))
    data = rng.normal(0, 4.0, (n_epochs, len(CHANNELS), n_samples))
    return data + gain[None, :, None] * wave


def main():
    data = recording()
    rows = []
    for c in range(data.shape[1]):
        pieces = [data[e, c] for e in range(data.shape[0])]
        rows.append(np.concatenate(pieces))
    continuous = np.array(rows)

    spread = continuous.std(axis=1)
    n_epochs, n_samples = data.shape[0], data.shape[2]
    peaks = []
    for c in range(len(CHANNELS)):
        total = np.zeros(n_samples)
        for e in range(n_epochs):
            total += continuous[c, e * n_samples : (e + 1) * n_samples]
        peaks.append((total / n_epochs)[50:100].max())
    for name, s, p in zip(CHANNELS, spread, peaks):
        print(f"{name}: sd {s:.3f} uV, peak {p:.3f} uV")
    print(f"largest response: {CHANNELS[int(np.argmax(peaks))]}, {max(peaks):.3f} uV")


if __name__ == "__main__":
    main()
