"""Hillshade of a height tile, a checksum of its bytes, and a colour ramp.

Symptom: none
Culprit: none
Tempts: errstate with where, np.divide(where=), wrapping hash, saturating bytes
Report: own
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Tile:
    size: int = 40
    cell: float = 30.0
    sea: float = 0.0


def heights(tile):
    y, x = np.mgrid[: tile.size, : tile.size]
    hill = 260 * np.exp(-((x - 24) ** 2 + (y - 18) ** 2) / 90)
    ridge = 70 * np.sin(x / 6) + 1.5 * y - 60
    return np.where(hill + ridge < tile.sea, tile.sea, hill + ridge)


def slope_aspect(z, cell):
    dy, dx = np.gradient(z, cell)
    slope = np.arctan(np.hypot(dx, dy))
    with np.errstate(divide="ignore", invalid="ignore"):
        steep = dy / dx
    aspect = np.where(dx == 0, np.sign(dy) * np.pi / 2, np.arctan(steep))
    return slope, np.where(np.hypot(dx, dy) == 0, 0.0, aspect)


def relative_relief(z, window=5):
    """(mean - min) / (max - min) in a window; flat water has no relief."""
    view = np.lib.stride_tricks.sliding_window_view(z, (window, window))
    low, high, mean = view.min((2, 3)), view.max((2, 3)), view.mean((2, 3))
    out = np.full(low.shape, 0.0)
    np.divide(mean - low, high - low, out=out, where=high > low)
    return out


def fnv1a(data):
    """A 32-bit hash; the multiplication is meant to wrap around."""
    value = np.uint32(2166136261)
    prime = np.uint32(16777619)
    with np.errstate(over="ignore"):
        for byte in data:
            value = (value ^ np.uint32(byte)) * prime
    return int(value)


def shade(slope, aspect, altitude=0.7, azimuth=2.3):
    light = np.sin(altitude) * np.cos(slope)
    light += np.cos(altitude) * np.sin(slope) * np.cos(azimuth - aspect)
    return (255 * np.clip(light, 0, 1)).astype(np.uint8)


def brighten(image, amount):
    """Saturating addition on bytes."""
    limit = np.uint8(255 - amount)
    return np.where(image > limit, np.uint8(255), image + np.uint8(amount))


def main():
    tile = Tile()
    z = heights(tile)
    slope, aspect = slope_aspect(z, tile.cell)
    image = brighten(shade(slope, aspect), 40)
    relief = relative_relief(z)
    print("sea cells", int((z == tile.sea).sum()), "highest", round(float(z.max()), 2))
    print("steepest", round(float(np.degrees(slope.max())), 3))
    print("relief", round(float(relief.mean()), 4), "flat", int((relief == 0).sum()))
    print("image", image.min(), image.max(), "hash", f"{fnv1a(image.tobytes()):08x}")


if __name__ == "__main__":
    main()
