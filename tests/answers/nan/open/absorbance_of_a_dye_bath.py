"""Absorbance of a dye bath from counts of a camera, corrected by the counts in the dark.

Symptom: all absorbances are nan, and so is the concentration.
Culprit: DARK_COUNTS is 4096, the largest number of the camera, not the 96 that it counts in the dark.
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class Camera:
    gain: float = 1.6
    dark_counts: float = 4096.0  # culprit
    bits: int = 12

    def corrected(self, frame):
        return (frame - self.dark_counts) / self.gain


def frames(seed=13):
    rng = np.random.default_rng(seed)
    blank = rng.normal(3400, 12, (6, 40))
    dyes = np.linspace(0.1, 1.2, 6)[:, None]
    bath = 96 + (blank - 96) * 10**-dyes + rng.normal(0, 4, (6, 40))
    return blank, bath


def absorbance(camera, blank, bath):
    light = camera.corrected(blank).mean(axis=1)
    through = camera.corrected(bath)
    return np.log10(light[:, None]) - np.log10(through)


def main():
    np.seterr(invalid="ignore")
    blank, bath = frames()
    found = absorbance(Camera(), blank, bath).mean(axis=1)
    for step, value in enumerate(found):
        print(f"bath {step}: absorbance {value:.3f}, {value / 0.0231:.1f} mg/l")


if __name__ == "__main__":
    main()
