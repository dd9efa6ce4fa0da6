"""Count and measure specks of dust on a lens in a picture of a bright wall.

Symptom: there are many more specks and they are smaller, though the dark pixels are as many as before.
Culprit: label joins only pixels that share an edge now, so a slanting fibre falls into single pixels.
Report: none
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import ndimage


@dataclass(frozen=True)
class Settings:
    window: int = 15
    threshold: float = 25.0
    most: int = 60


def fibre(rng, length=4):
    """Yield the pixels of a short straight fibre."""
    y, x = rng.uniform(5, 115), rng.uniform(5, 155)
    angle = rng.uniform(0, np.pi)
    for s in np.linspace(-length, length, 2 * length + 1):
        yield round(y + s * np.sin(angle)), round(x + s * np.cos(angle))


def wall(seed=58, fibres=35):
    rng = np.random.default_rng(seed)
    picture = rng.normal(200, 3, size=(120, 160))
    for _ in range(fibres):
        for place in fibre(rng):
            picture[place] -= 60
    return picture


class Dust:
    def __init__(self, picture, settings):
        background = ndimage.median_filter(picture, size=settings.window)
        self.depth = background - picture
        self.mask = self.depth > settings.threshold

    @cached_property
    def labelled(self):
        return ndimage.label(self.mask)  # culprit

    @property
    def number(self):
        return self.labelled[1]

    def measure(self, values, how):
        labels, number = self.labelled
        return how(values, labels, index=np.arange(1, number + 1))

    @property
    def sizes(self):
        return self.measure(self.mask, ndimage.sum_labels)

    @property
    def depths(self):
        return self.measure(self.depth, ndimage.mean)


def main():
    settings = Settings()
    dust = Dust(wall(), settings)
    print(f"{dust.number} specks, {np.count_nonzero(dust.mask)} dark pixels")
    print(f"mean size {dust.sizes.mean():.5f}, largest {int(dust.sizes.max())}")
    print(f"mean depth {dust.depths.mean():.5f}")
    print("clean enough" if dust.number < settings.most else "clean the lens")


if __name__ == "__main__":
    main()
