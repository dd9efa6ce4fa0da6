"""Find the tin that needs least sheet for half a litre and fits on a shelf.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite area of impossible tins, by which the search is kept away from them.
Report: none (a question asked often: return infinity where a function is not defined)
"""

import math
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

VOLUME = 500.0  # cm3
SEAM = 0.6  # cm of sheet at each rim
SHELF = 9.5  # cm between two boards


@dataclass(frozen=True)
class Tin:
    """A tin of a given radius in cm that holds the volume."""

    radius: float

    @property
    def height(self):
        return VOLUME / (math.pi * self.radius**2)

    @property
    def sheet(self):
        """Return the area of sheet in cm2."""
        rim = self.radius + SEAM
        return 2 * math.pi * rim**2 + 2 * math.pi * self.radius * (self.height + 2 * SEAM)

    def possible(self):
        return self.height <= SHELF


def cost(parameters):
    (radius,) = parameters
    if radius <= 0:
        return math.inf
    tin = Tin(radius)
    return tin.sheet if tin.possible() else math.inf


def search(starts):
    """Return the best tin of several searches, some of which begin at an impossible one."""
    best, least = None, math.inf
    for start in starts:
        found = minimize(cost, [start], method="Nelder-Mead", options={"xatol": 1e-9, "fatol": 1e-9})
        if found.fun < least:
            best, least = Tin(found.x[0]), found.fun
    return best


tin = search(np.linspace(2.0, 7.0, 6))
print(f"radius {tin.radius:.5f} cm, height {tin.height:.5f} cm, sheet {tin.sheet:.4f} cm2")
print("touches the shelf:", math.isclose(tin.height, SHELF, rel_tol=1e-6))
