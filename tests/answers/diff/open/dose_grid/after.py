"""Mean and hottest dose in an organ on a treatment planning grid.

Goes once over the voxels of the organ and prints the mean dose, the volume above
40 Gy and the hottest voxel. Works in single precision, like the grid.

Culprit: the sum of more than a million voxels is kept in float32; above 2**24 it
moves in steps of 2 and 4 Gy, each addition is rounded, and the mean is off in the
third decimal or before.
"""

import numpy as np
from numba import njit

VOXEL_ML = 0.002
THRESHOLD = np.float32(40.0)


def plan(shape=(120, 160, 160), seed=8):
    rng = np.random.default_rng(seed)
    z, y, x = np.ogrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j, -1 : 1 : shape[2] * 1j]
    dose = 62.0 * np.exp(-1.1 * (x**2 + y**2 + z**2)) + rng.normal(0, 0.4, shape)
    organ = (x / 0.95) ** 2 + (y / 0.9) ** 2 + (z / 0.9) ** 2 < 1
    return dose.astype(np.float32).ravel(), organ.ravel()


@njit
def organ_dose(dose, organ, threshold):
    total = np.zeros(1, dtype=np.float32)  # culprit
    voxels, above = 0, 0
    hottest = dose[0]
    for i in range(dose.size):
        if not organ[i]:
            continue
        total[0] += dose[i]
        voxels += 1
        above += dose[i] > threshold
        hottest = max(hottest, dose[i])
    return total[0] / voxels, above, hottest


def main():
    dose, organ = plan()
    mean, above, hottest = organ_dose(dose, organ, THRESHOLD)
    volume = organ.sum() * VOXEL_ML
    print(f"mean {mean:.4f} Gy, hottest {hottest:.3f} Gy")
    print(f"above 40 Gy: {above * VOXEL_ML:.2f} ml of {volume:.2f} ml")


main()
