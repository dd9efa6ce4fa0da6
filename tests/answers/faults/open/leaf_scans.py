"""Does a leaf's area in a scan tell its dry weight?

Symptom: The number is wrong.
Culprit: File names sorted as text against labels in number order.
Report: HumanSignal/labelImg#430
"""

import tempfile
from pathlib import Path

import numpy as np

N_LEAVES = 36


def make_scans(folder, area, rng):
    """One scan a leaf: a white sheet with a dark square of the leaf's area."""
    for number, pixels in enumerate(area, start=1):
        sheet = rng.normal(0.9, 0.03, size=(60, 60))
        side = int(round(np.sqrt(pixels)))
        sheet[:side, :side] = rng.normal(0.2, 0.05, size=(side, side))
        np.save(folder / f"leaf_{number}.npy", sheet)


def measured_areas(folder):
    files = sorted(folder.glob("leaf_*.npy"))  # culprit
    return np.array([np.sum(np.load(name) < 0.5) for name in files])


def main():
    rng = np.random.default_rng(21)
    area = np.linspace(300, 2400, N_LEAVES) + rng.normal(0, 60, N_LEAVES)
    weight = 0.0011 * area + rng.normal(0, 0.12, N_LEAVES)  # grams, leaf 1, 2, 3, ...
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make_scans(folder, area, rng)
        pixels = measured_areas(folder)
    slope, intercept = np.polyfit(pixels, weight, 1)
    r = np.corrcoef(pixels, weight)[0, 1]
    print(f"weight = {intercept:.3f} g + {slope * 1000:.3f} g per 1000 pixels")
    print(f"correlation: {r:.3f}")


if __name__ == "__main__":
    main()
