"""Stacks exposures of a faint nebula: takes the dark frame off every exposure,
averages them and measures a star and the sky around it.

Symptom: the sky level and the image mean after stacking are well above the median,
    and the star appears fainter than the single exposures show.
Culprit: light minus dark is taken in uint16, so the few pixels (about 1 in 3000) whose
    dark is brighter come out near 65535 instead of just below 0.
Report: none
"""

import numpy as np

SHAPE = (96, 96)
N_FRAMES = 12
STAR = (40, 52)


def gaussian_spot(shape, centre, flux, width):
    yy, xx = np.indices(shape)
    r2 = (yy - centre[0]) ** 2 + (xx - centre[1]) ** 2
    return flux * np.exp(-r2 / (2 * width**2)) / (2 * np.pi * width**2)


def expose(rng, sky, scene):
    dark_current = 300 + rng.normal(0, 5, SHAPE)
    counts = rng.poisson(sky + scene) + dark_current
    return np.clip(np.round(counts), 0, 65535).astype(np.uint16)


def master_dark(rng, n=16):
    frames = 300 + rng.normal(0, 5, (n, *SHAPE))
    return np.round(frames.mean(axis=0)).astype(np.uint16)


def calibrate(frames, dark):
    for frame in frames:
        yield frame - dark  # culprit


def stack(frames):
    total = np.zeros(SHAPE)
    n = 0
    for frame in frames:
        total += frame
        n += 1
    return total / n


def photometry(image, centre, inner=8, outer=16):
    yy, xx = np.indices(image.shape)
    r = np.hypot(yy - centre[0], xx - centre[1])
    sky = image[(r > inner) & (r < outer)].mean()
    star = (image[r <= inner] - sky).sum()
    return star, sky


def main():
    rng = np.random.default_rng(2024)
    scene = gaussian_spot(SHAPE, STAR, 6000.0, 2.0)
    scene += gaussian_spot(SHAPE, (60, 30), 9000.0, 18.0)
    dark = master_dark(rng)
    exposures = [expose(rng, 22.0, scene) for _ in range(N_FRAMES)]
    image = stack(calibrate(exposures, dark))
    star, sky = photometry(image, STAR)
    print(f"frames stacked      {N_FRAMES}")
    print(f"sky around the star {sky:9.2f} counts")
    print(f"star flux           {star:9.1f} counts")
    print(f"image mean          {image.mean():9.2f}, median {np.median(image):.2f}")


if __name__ == "__main__":
    main()
