"""Z-factors and hit list for a drug screen on 8x12 plates."""

from dataclasses import dataclass

import numpy as np


@dataclass
class Layout:
    rows: int = 8
    cols: int = 12
    negative: int = 0
    positive: int = 11


def read_plates(n, layout, seed=12):
    rng = np.random.default_rng(seed)
    plates = rng.normal(1000, 60, size=(n, layout.rows, layout.cols))
    plates[:, :, layout.positive] *= 0.35
    drift = np.linspace(0.9, 1.15, layout.rows)
    plates *= drift[None, :, None]
    hits = rng.integers(0, layout.rows, n), rng.integers(1, layout.cols - 1, n)
    plates[np.arange(n), hits[0], hits[1]] *= 0.5
    return plates


def flatten_rows(plate):
    """Remove the dispenser's row drift."""
    return plate / np.median(plate, axis=1, keepdims=True)


def z_factor(plate, layout):
    neg = plate[:, layout.negative]
    pos = plate[:, layout.positive]
    spread = 3 * (neg.std(ddof=1) + pos.std(ddof=1))
    return 1 - spread / abs(neg.mean() - pos.mean())


def hit_mask(plate, layout, cutoff=3.5):
    wells = plate[:, 1:-1]
    centre = np.median(wells)
    mad = 1.4826 * np.median(np.abs(wells - centre))
    return (centre - wells) / mad > cutoff


class Screen:
    def __init__(self, plates, layout):
        self.plates = plates
        self.layout = layout

    def results(self):
        for number, raw in enumerate(self.plates):
            plate = flatten_rows(raw)
            yield number, z_factor(plate, self.layout), hit_mask(plate, self.layout)


def main():
    layout = Layout()
    screen = Screen(read_plates(6, layout), layout)
    total = 0
    for number, z, hits in screen.results():
        total += int(hits.sum())
        where = [f"{chr(65 + r)}{c + 2}" for r, c in np.argwhere(hits)]
        print(f"plate {number}: Z' {z:.4f} hits {' '.join(where)}")
    print("hits", total)


if __name__ == "__main__":
    main()
