"""Computes the volume of slate below a hillside from bore holes at uneven distances."""

import numpy as np


def bore_holes(seed, lines, holes):
    """Positions along each line in metres, and the thickness of the seam there."""
    rng = np.random.default_rng(seed)
    result = []
    for line in range(lines):
        positions = np.sort(rng.uniform(0.0, 240.0, holes))
        swell = 6.0 + 2.5 * np.sin(positions / 45.0 + line)
        thickness = np.maximum(swell + rng.normal(0.0, 0.4, holes), 0.0)
        result.append((positions, thickness))
    return result


def area_of(positions, thickness):
    """The area of the seam's section below one line, in square metres."""
    area = 0.0
    for i in range(len(positions) - 1):
        width = positions[i + 1] - positions[i]
        area += width * (thickness[i] + thickness[i + 1]) / 2
    return area


def volume_of(areas, spacing):
    """Between two lines lies a frustum."""
    volume = 0.0
    for i in range(len(areas) - 1):
        a, b = areas[i], areas[i + 1]
        volume += spacing * (a + b + np.sqrt(a * b)) / 3
    return volume


lines = bore_holes(77, 9, 16)
areas = []
for positions, thickness in lines:
    areas.append(area_of(positions, thickness))
volume = volume_of(areas, 30.0)
deepest = 0.0
for _, thickness in lines:
    deepest = max(deepest, thickness.max())
print("thickest", round(float(deepest), 3))
print("largest section", round(float(max(areas)), 2))
print("volume", round(float(volume), 1))
print("tonnes", round(float(volume) * 2.75 * 0.18, 1))
