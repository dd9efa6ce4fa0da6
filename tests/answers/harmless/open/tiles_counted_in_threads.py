"""Count the trees in the tiles of an aerial photograph, several tiles at a time.

Symptom: none
Culprit: none
Tempts: `check-determinism` and `diff` could accuse the order of the threads and the shuffle; each tile has its place.
Report: none
"""

import random
from concurrent.futures import ThreadPoolExecutor, as_completed

import numpy as np

TILE = 64


def photograph(seed=5):
    """Return an image with bright, square crowns on dark ground."""
    rng = np.random.default_rng(seed)
    image = rng.integers(0, 60, size=(8 * TILE, 8 * TILE), dtype=np.uint8)
    rows, columns = rng.integers(2, 8 * TILE - 2, size=(2, 500))
    image[rows, columns] = 255
    return image


def trees_in(image, row, column):
    """Return the number of crowns and the histogram of the brightness of one tile."""
    tile = image[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE]
    return np.count_nonzero(tile == 255), np.bincount(tile.ravel(), minlength=256)


def main():
    image = photograph()
    places = [(row, column) for row in range(8) for column in range(8)]
    random.shuffle(places)  # so that no thread gets all the woods
    counts = np.empty((8, 8), dtype=np.int64)
    brightness = np.zeros(256, dtype=np.int64)
    with ThreadPoolExecutor(max_workers=4) as pool:
        waiting = {pool.submit(trees_in, image, *place): place for place in places}
        for done in as_completed(waiting):
            trees, histogram = done.result()
            counts[waiting[done]] = trees
            brightness += histogram
    row, column = np.unravel_index(counts.argmax(), counts.shape)
    print(f"{counts.sum()} trees, most in tile {row}, {column}: {counts.max()}")
    print(f"median brightness {np.searchsorted(brightness.cumsum(), image.size / 2)}")


if __name__ == "__main__":
    main()
