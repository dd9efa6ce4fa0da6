"""Characterise an industrial camera from photon-transfer measurements.

Symptom: The number is wrong.
Culprit: Natural log instead of log10 in the decibel formula (94.91 instead of 41.22 dB).
Report: EMVA1288/emva1288#24
"""

import numpy as np


class Camera:
    gain = 0.21  # DN per electron
    dark_electrons = 9.0
    full_well = 13500
    qe = 0.52

    def shoot(self, photons, rng, shape=(64, 64)):
        electrons = rng.poisson(self.qe * photons, shape)
        electrons = electrons.clip(0, self.full_well)
        noise = rng.normal(0, self.dark_electrons, shape)
        return self.gain * (electrons + noise) + 40


def photon_transfer(camera, levels, seed=12):
    rng = np.random.default_rng(seed)
    rows = []
    for photons in levels:
        a, b = camera.shoot(photons, rng), camera.shoot(photons, rng)
        rows.append((0.5 * (a.mean() + b.mean()) - 40, 0.5 * np.var(a - b)))
    return np.array(rows)


def system_gain(table):
    low = table[:, 0] < 0.7 * table[:, 0].max()
    slope, _ = np.polyfit(table[low, 0], table[low, 1], 1)
    return slope


def saturation_electrons(table, gain):
    peak = table[:, 1].argmax()
    return table[peak, 0] / gain


def decibel(ratio):
    return 20 * np.log(ratio)  # culprit


def main():
    table = photon_transfer(Camera(), np.linspace(200, 30000, 40))
    gain = system_gain(table)
    well = saturation_electrons(table, gain)
    snr = np.sqrt(well)
    print(f"system gain {gain:.3f} DN/e-")
    print(f"saturation  {well:.0f} e-")
    print(f"SNR max     {snr:.1f}")
    print(f"SNR max     {decibel(snr):.2f} dB")


if __name__ == "__main__":
    main()
