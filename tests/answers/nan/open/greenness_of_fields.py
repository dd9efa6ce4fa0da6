"""Report the vegetation index of the fields in a satellite picture.

Symptom: the index of field 3 is nan; the other fields have values between 0 and 1.
Culprit: the edge of the swath has red = near infrared = 0 in 40 pixels, so the index is 0 / 0 there.
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Scene:
    """Two bands of a satellite picture and the number of the field each pixel belongs to."""

    red: np.ndarray
    infrared: np.ndarray
    field: np.ndarray

    def index(self):
        red = self.red.astype(float)
        infrared = self.infrared.astype(float)
        return (infrared - red) / (infrared + red)  # culprit

    def clouds(self):
        return self.red > 3500


def take_scene(side=40, seed=2):
    rng = np.random.default_rng(seed)
    red = rng.integers(300, 900, (side, side)).astype(np.uint16)
    infrared = rng.integers(1800, 4200, (side, side)).astype(np.uint16)
    red[:, -1] = infrared[:, -1] = 0
    red[3:8, 3:8] = 4000
    field = np.zeros((side, side), dtype=int)
    field[side // 2 :] += 2
    field[:, side // 2 :] += 1
    field[-1, -1] = 3
    field[: side // 2, -1] = 3
    return Scene(red, infrared, field)


scene = take_scene()
index = np.where(scene.clouds(), np.nan, scene.index())
for number in range(4):
    values = index[(scene.field == number) & ~scene.clouds()]
    print(f"field {number}: {values.size} pixels, greenness {values.mean():.3f}")
