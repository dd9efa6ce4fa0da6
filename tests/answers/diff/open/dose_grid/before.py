"""Mean and hottest dose in an organ on a treatment planning grid.

Goes once over the voxels of the organ and prints the mean dose, the volume above
40 Gy and the hottest voxel.

Culprit: see after.py.
"""

import numpy as np
from numba import njit

VOXEL_ML = 0.002


def plan(shape=(120, 160, 160), seed=8):
    rng = np.random.default_rng(seed)
    z, y, x = np.ogrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j, -1 : 1 : shape[2] * 1j]
    dose = 62.0 * np.exp(-1.1 * (x**2 + y**2 + z**2)) + rng.normal(0, 0.4, shape)
    organ = (x / 0.95) ** 2 + (y / 0.9) ** 2 + (z / 0.9) ** 2 < 1
    return dose.astype(np.float32).ravel(), organ.ravel()


@njit
def organ_dose(dose, organ):
    total = 0.0
    voxels, above = 0, 0
    hottest = dose[0]
    for i in range(dose.size):
        if organ[i]:
            total += dose[i]
            voxels += 1
            if dose[i] > 40.0:
                above += 1
            if dose[i] > hottest:
                hottest = dose[i]
    return total / voxels, above, hottest


dose, organ = plan()
mean, above, hottest = organ_dose(dose, organ)
print(f"mean {mean:.4f} Gy, hottest {hottest:.3f} Gy")
print(f"above 40 Gy: {above * VOXEL_ML:.2f} ml of {organ.sum() * VOXEL_ML:.2f} ml")
