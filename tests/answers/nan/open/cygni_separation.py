"""Separation of the two stars of 61 Cygni over the coming centuries.

Moves both components along their proper motion and prints the closest and the
widest angular separation between now and the year 2600.

Culprit: the moved direction r + t * mu is returned without being scaled back to
length 1; after 600 years of 5.2 arcsec a year its squared length is about 1.0002,
the dot product exceeds 1 and arccos gives NaN for all epochs after the first.
"""

import numpy as np

ARCSEC = np.pi / 180.0 / 3600.0

# right ascension and declination in degrees, proper motion in arcsec per year
STAR_A = dict(ra=316.72474, dec=38.74942, pm_ra=4.164, pm_dec=3.250)
STAR_B = dict(ra=316.73026, dec=38.74203, pm_ra=4.106, pm_dec=3.156)


def triad(ra, dec):
    """Direction to the star and the local east and north unit vectors."""
    radial = np.array([np.cos(dec) * np.cos(ra), np.cos(dec) * np.sin(ra), np.sin(dec)])
    east = np.array([-np.sin(ra), np.cos(ra), 0.0])
    north = np.cross(radial, east)
    return radial, east, north


def directions(star, years):
    radial, east, north = triad(np.radians(star["ra"]), np.radians(star["dec"]))
    drift = (star["pm_ra"] * east + star["pm_dec"] * north) * ARCSEC
    moved = radial + years[:, None] * drift
    return moved  # culprit


def separation(first, second):
    cosine = np.einsum("ij,ij->i", first, second)
    return np.degrees(np.arccos(cosine)) * 3600.0


def main():
    epochs = np.arange(2000, 2601, 50)
    years = (epochs - 2000).astype(float)
    gap = separation(directions(STAR_A, years), directions(STAR_B, years))
    print("epoch  separation (arcsec)")
    for epoch, value in list(zip(epochs, gap))[::4]:
        print(f"{epoch}   {value:8.2f}")
    print(f"closest {gap.min():.2f}, widest {gap.max():.2f} arcsec")


main()
