"""Add up the shade of trees on the paths of a park through an hour, with paths outside the map masked.

Symptom: none
Culprit: none
Tempts: nan may accuse the masked cells (NaN below the mask) and the infinite shadow at sunrise, cut to the map.
Report: none
"""

import numpy as np

SIZE = 40


def park(seed=1871):
    """Heights of the trees in metres, and the part of the map that was surveyed."""
    rng = np.random.default_rng(seed)
    height = np.zeros((SIZE, SIZE))
    rows, columns = rng.integers(2, SIZE - 2, (2, 30))
    height[rows, columns] = rng.uniform(4.0, 18.0, 30)
    surveyed = np.add.outer(np.arange(SIZE), np.arange(SIZE)) > 12
    return np.ma.masked_invalid(np.where(surveyed, height, np.nan))


def shadow_length(height, elevation):
    """Length in cells of two metres; infinite while the sun is on the horizon."""
    with np.errstate(divide="ignore", invalid="ignore"):
        length = height / np.tan(np.radians(elevation)) / 2.0
    length = np.where(height > 0, length, 0.0)
    return np.minimum(length, SIZE)


def shaded(height, elevation):
    """Cells in the shade: the sun stands in the west, so shadows fall to the right."""
    length = shadow_length(height.filled(0.0), elevation)
    shade = np.zeros(height.shape, dtype=bool)
    for row, column in np.argwhere(length > 0):
        reach = int(np.floor(length[row, column]))
        shade[row, column + 1 : column + 1 + reach] = True
    return np.ma.array(shade, mask=np.ma.getmaskarray(height))


height = park()
print(f"{height.mask.sum()} cells not surveyed, tallest tree {height.max():.2f} m")
print(f"mean height of trees {height[height > 0].mean():.3f} m")
for elevation in (0.0, 5.0, 15.0, 30.0, 60.0):
    shade = shaded(height, elevation)
    print(
        f"sun at {elevation:4.0f} degrees: {int(shade.sum()):4d} cells in the shade ({100 * shade.mean():.2f} %)"
    )
print("checksum", int(height.count()))
