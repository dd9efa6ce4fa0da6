"""Map how fast the ground of a nature park can erode, from a terrain model that ends at the park's border.

Outside the border the model has no heights. The heights are smoothed, slopes follow from them, and a formula of slope
and cover gives the loss of soil in tonnes, summed over the three rangers' districts.

Symptom: the loss of all districts and of the park prints nan, although all cells inside have a height
Culprit: gaussian_filter takes the missing heights outside into the mean of the cells inside, and NaN swallows them
Report: none
"""

import numpy as np
from scipy import ndimage

ROWS, COLUMNS, CELL = 60, 80, 25.0  # cells of 25 m


def park():
    """Return which cells lie inside the border."""
    rows, columns = np.mgrid[0:ROWS, 0:COLUMNS]
    oval = ((rows - 30) / 26) ** 2 + ((columns - 40) / 36) ** 2 < 1
    return oval & ~((rows > 40) & (columns < 25))


def terrain(rng, inside):
    """Return heights in metres, missing outside the border."""
    rough = ndimage.gaussian_filter(rng.normal(0, 1, (ROWS, COLUMNS)), 6)
    heights = 420 + 900 * rough + rng.normal(0, 0.4, (ROWS, COLUMNS))
    return np.where(inside, heights, np.nan)


def cover(rng):
    """Return the share of bare ground in each cell."""
    patches = ndimage.uniform_filter(rng.random((ROWS, COLUMNS)), 5)
    return np.clip(3 * (patches - 0.4), 0.02, 1.0)


def smooth(heights, sigma=1.5):
    """Return the heights without the noise of the survey."""
    return ndimage.gaussian_filter(heights, sigma, mode="nearest")  # culprit


def steepness(heights):
    """Return the slope of each cell as a tangent, from its neighbours where they have a height."""
    down = np.diff(heights, axis=0, prepend=heights[:1]) / CELL
    right = np.diff(heights, axis=1, prepend=heights[:, :1]) / CELL
    slope = np.hypot(np.nan_to_num(down), np.nan_to_num(right))
    return np.where(np.isnan(heights), np.nan, slope)


def soil_loss(slope, bare):
    """Return the loss of soil in tonnes a hectare and year."""
    angle = np.arctan(slope)
    factor = np.where(slope < 0.09, 10.8 * np.sin(angle) + 0.03, 16.8 * np.sin(angle) - 0.5)
    return 4.5 * factor * bare


def districts():
    """Return the number of the district of each cell."""
    return np.digitize(np.mgrid[0:ROWS, 0:COLUMNS][1], [28, 52])


def main():
    """Print the loss by district."""
    rng = np.random.default_rng(58)
    inside = park()
    heights = terrain(rng, inside)
    print(f"{int(inside.sum())} cells inside, heights {np.nanmin(heights):.0f} to {np.nanmax(heights):.0f} m")
    loss = soil_loss(steepness(smooth(heights)), cover(rng)) * CELL**2 / 10_000
    number = districts()
    for district, name in enumerate(["west", "middle", "east"]):
        chosen = inside & (number == district)
        print(f"{name:<7} {int(chosen.sum()):4d} cells, {loss[chosen].sum():8.1f} t a year")
    print(f"park {loss[inside].sum():.1f} t a year, worst cell {loss[inside].max():.2f} t")


if __name__ == "__main__":
    main()
