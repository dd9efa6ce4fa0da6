"""Draw the height of a dune along a line from scattered soundings and compute how much sand it holds.

Symptom: The sand of both sections and of the whole dune is nan.
Culprit: The soundings are interpolated linearly, which gives nan at places of the line outside all soundings.
Report: scipy/scipy#10347 (linear griddata gives NaN where a point counts as outside the hull)
"""

import numpy as np
from scipy.interpolate import griddata
from scipy.ndimage import uniform_filter1d

SECTIONS = {"windward": (0.0, 55.0), "lee": (55.0, 100.0)}


def soundings(rng, count=400):
    """Places in metres and heights; the probe marks with -1 where it hit no ground."""
    places = rng.uniform([4.0, -15.0], [97.0, 15.0], (count, 2))
    along, across = places.T
    crest = 55.0 + 0.2 * across
    slope = np.where(along < crest, 18.0, 9.0)
    height = 7.5 * np.exp(-(((along - crest) / slope) ** 2)) + rng.normal(0, 0.06, count)
    height[rng.random(count) < 0.04] = -1.0
    return places, height


def cleaned(places, height):
    """Mark lost soundings as NaN and leave them out."""
    height = np.where(height < -0.5, np.nan, height)
    print(f"{np.isnan(height).sum()} of {height.size} soundings lost, mean {np.nanmean(height):.3f} m")
    known = np.isfinite(height)
    return places[known], height[known]


def line(step=0.5):
    """Places along the middle of the dune, from fence to fence."""
    along = np.arange(0.0, 100.0 + step / 2, step)
    return np.column_stack([along, np.zeros_like(along)])


def profile(places, height, targets):
    """Heights along a line, smoothed over two and a half metres."""
    drawn = griddata(places, height, targets, method="linear")  # culprit
    return uniform_filter1d(drawn, size=5, mode="nearest")


def steepest(along, heights):
    """Largest slope in degrees where it is known."""
    slope = np.degrees(np.arctan(np.gradient(heights, along)))
    return float(np.nanmax(np.abs(slope))) if np.isfinite(slope).any() else 0.0


def sand(along, heights, section):
    begin, end = section
    inside = (along >= begin) & (along <= end)
    return np.trapezoid(heights[inside], along[inside])


def main():
    rng = np.random.default_rng(1709)
    places, height = cleaned(*soundings(rng))
    targets = line()
    along = targets[:, 0]
    heights = profile(places, height, targets)
    print(f"{along.size} places, steepest slope {steepest(along, heights):.2f} degrees")
    total = 0.0
    for name, section in SECTIONS.items():
        volume = sand(along, heights, section)
        total += volume
        print(f"{name:9s} {volume:9.3f} m3 per metre of width")
    print(f"whole dune {total:8.3f} m3 per metre of width")


if __name__ == "__main__":
    main()
