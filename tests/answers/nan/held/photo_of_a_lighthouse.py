"""Sharpen a photograph of a lighthouse at night in linear light and store it with the usual gamma.

Symptom: the mean of the finished picture is nan; about its edges some pixels are nan.
Culprit: sharpening makes pixels beside bright edges negative, and a negative number to the power 1 / 2.2 is nan.
Report: none
"""

import numpy as np
from scipy import ndimage

GAMMA = 2.2


def night(rng):
    """Return the raw picture, values from 0 to 1, with some dead pixels as NaN."""
    picture = np.full((80, 60), 0.03)
    picture[20:70, 26:34] = 0.35
    picture[14:20, 24:36] = 0.95
    rows, columns = np.mgrid[0:80, 0:60]
    picture += 0.2 * np.exp(-((rows - 17) ** 2 + (columns - 30) ** 2) / 200.0)
    picture = np.clip(picture + rng.normal(0, 0.004, picture.shape), 0.0, 1.0)
    picture[rng.integers(0, 80, 4), rng.integers(0, 60, 4)] = np.nan
    return picture


def without_dead_pixels(picture):
    dead = np.isnan(picture)
    around = ndimage.generic_filter(picture, np.nanmedian, size=3, mode="nearest")
    return np.where(dead, around, picture)


def to_linear(picture):
    return picture**GAMMA


def sharpened(light, radius=2.0, amount=1.5):
    blurred = ndimage.gaussian_filter(light, radius)
    return light + amount * (light - blurred)  # culprit, too


def exposed(light, stops):
    return light * 2.0**stops


def to_screen(light):
    return np.minimum(light, 1.0) ** (1.0 / GAMMA)  # culprit


def develop(picture):
    light = to_linear(without_dead_pixels(picture))
    print(f"light: mean {light.mean():.6f}, brightest {light.max():.6f}")
    return to_screen(exposed(sharpened(light), stops=0.7))


def main():
    finished = develop(night(np.random.default_rng(17)))
    lantern = finished[14:20, 24:36]
    print(f"lantern {lantern.mean():.5f}")
    print(f"picture {finished.mean():.5f}, contrast {finished.std():.5f}")


if __name__ == "__main__":
    main()
