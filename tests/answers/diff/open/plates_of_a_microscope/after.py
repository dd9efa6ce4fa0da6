"""Follow the number of cells on a plate from the pictures of a microscope, one for each of twelve hours.

Symptom: the counts have the same mean and largest value, but the growth and the doubling time differ.
Culprit: the files are sorted by their names, in which plate_10 comes before plate_2.
Report: none
"""

import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy import ndimage


@dataclass(frozen=True)
class Settings:
    blur: float = 1.0
    threshold: float = 32.0
    hours: int = 12
    size: int = 96


def cell(size, y, x, height=60.0, width=4.0):
    rows, columns = np.ogrid[0:size, 0:size]
    return height * np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / width)


def simulate(folder, rng, settings):
    for hour in range(1, settings.hours + 1):
        picture = rng.normal(20, 2, (settings.size, settings.size))
        for y, x in rng.uniform(4, 92, (int(6 * 1.19**hour), 2)):
            picture += cell(settings.size, y, x)
        np.save(folder / f"plate_{hour}.npy", picture)


def pictures(folder):
    """Yield the pictures hour by hour."""
    for path in sorted(folder.glob("plate_*.npy")):  # culprit
        yield np.load(path)


def count(picture, settings):
    smooth = ndimage.gaussian_filter(picture, sigma=settings.blur)
    return ndimage.label(smooth > settings.threshold)[1]


@dataclass
class Growth:
    rate: float
    first: float

    @classmethod
    def fit(cls, counts):
        hours = np.arange(1, len(counts) + 1)
        rate, start = np.polyfit(hours, np.log(counts), deg=1)
        return cls(rate, np.exp(start))

    @property
    def doubling(self):
        return np.log(2) / self.rate


def main():
    settings = Settings()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        simulate(folder, np.random.default_rng(99), settings)
        counts = np.array([count(picture, settings) for picture in pictures(folder)])
    growth = Growth.fit(counts)
    print("largest count", counts.max(), "smallest", counts.min())
    print(f"mean {counts.mean():.4f} cells")
    print(f"growth {growth.rate:.5f} in an hour, doubles in {growth.doubling:.4f} h")
    print(f"first {growth.first:.4f}, biggest step {np.abs(np.diff(counts)).max()}")


if __name__ == "__main__":
    main()
