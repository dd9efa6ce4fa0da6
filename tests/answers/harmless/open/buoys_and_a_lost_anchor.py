"""Finds an anchor on the sea floor from the slant ranges that several buoys
measured to it, by least squares over position and a common clock offset.

Symptom: none
Culprit: none
Tempts: ranges as a column and a distance matrix over buoys and trial positions
"""

import numpy as np
from scipy.optimize import least_squares

ANCHOR = np.array([180.0, -90.0, -42.0])
OFFSET = 1.5


class Survey:
    """Buoy positions with one measured range each (a column, metres)."""

    def __init__(self, rng, n=18, noise=0.4):
        self.buoys = np.column_stack([rng.uniform(-300, 300, (n, 2)), np.zeros(n)])
        true = np.linalg.norm(self.buoys - ANCHOR, axis=1) + OFFSET
        self.ranges = (true + rng.normal(0, noise, n)).reshape(-1, 1)

    def distances(self, place):
        return np.linalg.norm(self.buoys - place, axis=1)

    def residuals(self, params):
        place, offset = params[:3], params[3]
        modelled = self.distances(place) + offset
        return self.ranges.ravel() - modelled


def coarse_start(survey):
    """Best of a coarse grid of places, judged by the rank of the ranges."""
    grid = np.linspace(-250, 250, 11)
    order = np.argsort(survey.ranges.ravel())
    best, place = np.inf, None
    for x in grid:
        for y in grid:
            d = survey.distances(np.array([x, y, -30.0]))[order]
            rough = np.abs(np.diff(d)).sum()
            if rough < best:
                best, place = rough, (x, y, -30.0)
    return np.array([*place, 0.0])


def main():
    rng = np.random.default_rng(90)
    survey = Survey(rng)
    start = coarse_start(survey)
    lower, upper = [-400, -400, -80, -20], [400, 400, -5, 20]
    fit = least_squares(survey.residuals, start, bounds=(lower, upper), x_scale=[10, 10, 5, 1])
    rms = np.sqrt(np.mean(fit.fun**2))
    print("start  ", np.round(start, 1))
    print("anchor ", np.round(fit.x[:3], 2), f"offset {fit.x[3]:.2f} m")
    print(f"rms of the misfit {rms:.3f} m after {fit.nfev} evaluations")
    print(f"depth under the nearest buoy {-fit.x[2]:.2f} m")


if __name__ == "__main__":
    main()
