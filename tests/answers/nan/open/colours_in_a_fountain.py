"""Find at which angles the drops of a fountain send back each colour of sunlight.

Symptom: for the largest drops the angle of the last ray is nan; so are the mean angle, the width and the overall mean.
Culprit: `np.arange` with a step of 0.1 passes its end: the last ray of a drop of 2.7 mm misses it by 4e-16 mm.
Report: numpy/numpy#24301 (arange includes the stop, or more)
"""

import numpy as np

RADII = [1.3, 1.9, 2.3, 2.7]  # mm
FIRST, SPACING = {1.3: 0.2, 1.9: 0.2, 2.3: 0.2, 2.7: 0.3}, 0.1
COLOURS = {"red": 656.0, "yellow": 589.0, "blue": 486.0}


def index_of_water(wavelength):
    """Return the refractive index at a wavelength in nm."""
    return 1.3247 + 3046.0 / wavelength**2


def heights(radius):
    """Return the heights above the middle of a drop at which rays hit it, up to its edge."""
    return np.arange(FIRST[radius], radius, SPACING)  # culprit


def reflectance(incidence, refraction):
    """Return the part of unpolarised light that the inner wall throws back."""
    across = np.sin(incidence - refraction) / np.sin(incidence + refraction)
    along = np.tan(incidence - refraction) / np.tan(incidence + refraction)
    return 0.5 * (across**2 + along**2)


def angle_back(height, radius, index):
    """Return the angle in degrees between the ray that comes out and the sunlight, and its share."""
    incidence = np.arcsin(height / radius)
    refraction = np.arcsin(np.sin(incidence) / index)
    angle = np.rad2deg(4.0 * refraction - 2.0 * incidence)
    back = reflectance(incidence, refraction)
    return angle, back * (1.0 - back) ** 2 * height


class Bow:
    def __init__(self, radius, wavelength):
        rays = heights(radius)
        self.angles, share = angle_back(rays, radius, index_of_water(wavelength))
        self.share = share / share.sum()

    def mean(self):
        return np.sum(self.share * self.angles)

    def width(self):
        return np.sqrt(np.sum(self.share * (self.angles - self.mean()) ** 2))


def main():
    bows = {}
    for radius in RADII:
        for colour, wavelength in COLOURS.items():
            bows[radius, colour] = Bow(radius, wavelength)
    for (radius, colour), bow in bows.items():
        rays = bow.angles.size
        print(f"{radius} mm {colour:6s} {rays:2d} rays: {bow.mean():7.3f} +- {bow.width():.3f} degrees")
    overall = np.mean([bow.mean() for bow in bows.values()])
    print(f"all drops and colours: {overall:.3f} degrees")


if __name__ == "__main__":
    main()
