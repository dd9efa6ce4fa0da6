"""Mean surface temperature of furnace zones from a long thermal-camera recording.

Symptom: The number is wrong.
Culprit: Float32 mean along axis 0 of millions of rows accumulates rounding.
Report: numpy/numpy#22956
"""

import numpy as np

ZONES = ("feed", "burner", "soak")
OFFSETS = np.array([0.0, 41.5, 23.0])


def record(n_samples, seed=23):
    rng = np.random.default_rng(seed)
    base = 1050.0 + 12.0 * np.sin(np.linspace(0, 60, n_samples))
    frames = np.empty((n_samples, len(ZONES)), dtype=np.float32)
    for k, offset in enumerate(OFFSETS):
        frames[:, k] = base + offset
    frames += rng.normal(0.0, 6.0, size=(n_samples, 1)).astype(np.float32)
    return frames


def emissivity_correction(frames, emissivity):
    factor = np.float32(emissivity**-0.25)
    return frames * factor


def zone_means(frames):
    return frames.mean(axis=0)  # culprit


def hot_spots(frames, limit):
    return (frames > limit).sum(axis=0) / len(frames)


def main():
    frames = emissivity_correction(record(3_000_000), 0.93)
    means = zone_means(frames)
    shares = hot_spots(frames, 1100.0)
    for name, mean, share in zip(ZONES, means, shares):
        print(f"{name:7s} mean {mean:8.2f} K   above 1100 K {100 * share:5.1f} %")
    print(f"furnace mean: {float(np.mean(means)):.2f} K")


if __name__ == "__main__":
    main()
