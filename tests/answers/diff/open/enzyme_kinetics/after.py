"""Fit the Michaelis-Menten constants of an enzyme at three temperatures.

Symptom: The fit moved into a class and the loop became a comprehension; all constants are the same.
Culprit: none: equal
Report: none
"""

import numpy as np
from scipy.optimize import least_squares

SUBSTRATE = np.array([0.5, 1, 2, 4, 8, 16, 32.0])


class Enzyme:
    def __init__(self, substrate):
        self.substrate = substrate

    def speed(self, constants):
        fastest, half = constants
        return fastest * self.substrate / (half + self.substrate)

    def fit(self, measured):
        result = least_squares(lambda constants: self.speed(constants) - measured, x0=[1.0, 1.0])
        return result.x, result.cost


def experiment(rng, kelvin):
    fastest = 12.0 * np.exp((kelvin - 298) / 20)
    return fastest * SUBSTRATE / (3.1 + SUBSTRATE) + rng.normal(0, 0.1, SUBSTRATE.size)


def main():
    rng = np.random.default_rng(61)
    enzyme = Enzyme(SUBSTRATE)
    fits = {kelvin: enzyme.fit(experiment(rng, kelvin)) for kelvin in (288, 298, 308)}
    for kelvin, (constants, cost) in fits.items():
        print(f"{kelvin} K: vmax {constants[0]:.12f}, km {constants[1]:.12f}, cost {cost:.6e}")


main()
