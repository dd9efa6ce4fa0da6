"""Compute tiles of a hill shade, keep them in files with names of their own and report their brightness.

Symptom: none
Culprit: none
Tempts: `check-determinism` could accuse names from uuid4, the clock, the process and id(); none reaches the result.
Report: none
"""

import os
import tempfile
import time
import uuid
from pathlib import Path

import numpy as np

SIZE = 48
SUN, ANGLE = np.radians(315.0), np.radians(45.0)


def height(row, column):
    y, x = np.mgrid[0:SIZE, 0:SIZE] / SIZE
    y, x = y + row, x + column
    return 60 * np.sin(1.7 * x) * np.cos(1.3 * y) + 15 * np.sin(5.1 * x + 2.2 * y)


def shade(ground, sun=SUN, angle=ANGLE):
    down, right = np.gradient(ground, 2.0)
    slope = np.arctan(np.hypot(down, right))
    aspect = np.arctan2(-right, down)
    return np.clip(np.sin(angle) * np.cos(slope) + np.cos(angle) * np.sin(slope) * np.cos(sun - aspect), 0, 1)


class Cache:
    def __init__(self, folder):
        self.folder = Path(folder)
        self.names = {}
        self.seconds = 0.0
        self.owners = set()

    def tile(self, row, column):
        key = (row, column)
        if key not in self.names:
            begin = time.perf_counter()
            path = self.folder / f"{os.getpid()}_{uuid.uuid4().hex}.npy"
            np.save(path, shade(height(row, column)))
            self.names[key] = path
            self.seconds += time.perf_counter() - begin
        tile = np.load(self.names[key])
        self.owners.add(id(tile))
        return tile


def neighbours(row, column):
    return [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]


def main():
    with tempfile.TemporaryDirectory(prefix="shade_") as folder:
        cache = Cache(folder)
        for row, column in ((0, 0), (1, 2), (2, 1)):
            tiles = [cache.tile(*place) for place in neighbours(row, column)]
            print(
                f"around {row}, {column}: {np.mean(tiles):.6f}, darkest {min(tile.min() for tile in tiles):.6f}"
            )
        sizes = [np.load(path).nbytes for path in Path(folder).iterdir()]
    assert cache.seconds > 0
    assert cache.owners
    print(f"{len(cache.names)} tiles, {sum(sizes) // 1024} KiB")


main()
