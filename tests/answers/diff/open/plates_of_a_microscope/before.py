"""Follow the number of cells on a plate from the pictures of a microscope, one for each of twelve hours."""

import re
import tempfile
from pathlib import Path

import numpy as np
from scipy import ndimage


def simulate(folder, rng):
    for hour in range(1, 13):
        number = int(6 * 1.19**hour)
        picture = rng.normal(20, 2, (96, 96))
        for y, x in rng.uniform(4, 92, (number, 2)):
            rows, columns = np.ogrid[0:96, 0:96]
            picture += 60 * np.exp(-((rows - y) ** 2 + (columns - x) ** 2) / 4.0)
        np.save(folder / f"plate_{hour}.npy", picture)


def hour_of(path):
    return int(re.search(r"\d+", path.stem).group())


with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    simulate(folder, np.random.default_rng(99))
    counts = []
    for path in sorted(folder.glob("plate_*.npy"), key=hour_of):
        picture = ndimage.gaussian_filter(np.load(path), 1.0)
        _, number = ndimage.label(picture > 32)
        counts.append(number)

counts = np.array(counts)
hours = np.arange(1, len(counts) + 1)
growth, start = np.polyfit(hours, np.log(counts), 1)
print("largest count", counts.max(), "smallest", counts.min())
print(f"mean {counts.mean():.4f} cells")
print(f"growth {growth:.5f} in an hour, doubles in {np.log(2) / growth:.4f} h")
print(f"first {np.exp(start):.4f}, biggest step {np.abs(np.diff(counts)).max()}")
