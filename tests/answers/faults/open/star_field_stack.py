"""Stack exposures of a star field and measure star brightness.

Adds the aligned frames, subtracts the sky and prints magnitudes.

Symptom: the brightest pixel is 1637.6 = 65504/40 for the three brightest stars and the slope against true brightness is -2.15 instead of -2.5
Culprit: the sum is kept in float16 with at most 65504 and clipped there, 40 frames of up to 9000 counts reach 360000 in the star cores.
Report: none
"""

import numpy as np

SIZE = 64
STARS = np.array(
    [  # x, y, counts in the core of one frame
        [12, 14, 9000.0],
        [40, 20, 5200.0],
        [25, 45, 2400.0],
        [52, 50, 700.0],
        [10, 52, 240.0],
        [50, 8, 110.0],
    ]
)


class Stacker:
    """Running sum of frames with a limit for the storage type."""

    def __init__(self, shape, dtype=np.float16):  # culprit
        self.limit = float(np.finfo(dtype).max)
        self.total = np.zeros(shape, dtype=dtype)
        self.frames = 0

    def add(self, frame):
        summed = self.total.astype(np.float64) + frame
        self.total[...] = np.minimum(summed, self.limit)
        self.frames += 1

    def mean(self):
        return self.total.astype(np.float64) / self.frames


def frame(rng, gain):
    yy, xx = np.mgrid[:SIZE, :SIZE]
    image = np.full((SIZE, SIZE), 60.0)
    for x, y, peak in STARS:
        image += gain * peak * np.exp(-((xx - x) ** 2 + (yy - y) ** 2) / (2 * 1.4**2))
    return rng.poisson(image)


def aperture(image, x, y, radius=5):
    yy, xx = np.mgrid[:SIZE, :SIZE]
    inside = (xx - x) ** 2 + (yy - y) ** 2 <= radius**2
    return (image[inside] - np.median(image)).sum()


def main():
    rng = np.random.default_rng(88)
    stack = Stacker((SIZE, SIZE))
    for _ in range(40):
        stack.add(frame(rng, rng.uniform(0.95, 1.05)))
    image = stack.mean()
    print("sky level: %.2f" % np.median(image))
    flux = np.array([aperture(image, x, y) for x, y, _ in STARS])
    mags = 20.0 - 2.5 * np.log10(flux)
    for (x, y, peak), m, f in zip(STARS, mags, flux):
        print("star at (%2d, %2d): flux %10.1f  magnitude %.3f" % (x, y, f, m))
    slope, _ = np.polyfit(np.log10(STARS[:, 2]), mags, 1)
    print("slope against true brightness: %.4f" % slope)
    print("brightest pixel: %.1f" % image.max())


if __name__ == "__main__":
    main()
