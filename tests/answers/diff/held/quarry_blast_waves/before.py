"""Peak ground velocity of quarry blasts from three-component seismograms.

Integrates acceleration, removes the drift and prints the scaled-distance law.
"""

import numpy as np

RATE = 200.0
CHARGES = np.array([40.0, 55.0, 80.0, 110.0, 150.0])  # kg
DISTANCES = np.array([210.0, 340.0, 300.0, 520.0, 450.0])  # m


def seismogram(rng, charge, distance):
    t = np.arange(0.0, 6.0, 1.0 / RATE)
    peak = 900.0 * (distance / np.sqrt(charge)) ** -1.5
    envelope = np.exp(-(((t - 1.5) / 0.35) ** 2))
    phases = rng.uniform(0, 2 * np.pi, 3)[:, None]
    gains = np.array([1.0, 0.7, 0.85])[:, None]
    wave = gains * peak * envelope * np.cos(2 * np.pi * 9.0 * t + phases)
    return wave + 0.02 + rng.normal(0, 0.01, wave.shape)


def to_velocity(acc):
    centred = acc - acc.mean(axis=1, keepdims=True)
    vel = np.cumsum(centred, axis=1) / RATE
    return 1000.0 * vel


def peak_vector(vel):
    return np.sqrt((vel**2).sum(axis=0)).max()


def attenuation(peaks):
    scaled = np.log10(DISTANCES / np.sqrt(CHARGES))
    slope, offset = np.polyfit(scaled, np.log10(peaks), 1)
    return 10**offset, slope


def main():
    rng = np.random.default_rng(64)
    peaks = np.array([peak_vector(to_velocity(seismogram(rng, q, d))) for q, d in zip(CHARGES, DISTANCES)])
    print("peak velocity [mm/s]:", np.round(peaks, 2))
    k, n = attenuation(peaks)
    print(f"law: v = {k:.1f} * SD^{n:.3f}")
    print("limit distance for 100 kg at 5 mm/s: %.0f m" % ((5 / k) ** (1 / n) * 10.0))


if __name__ == "__main__":
    main()
