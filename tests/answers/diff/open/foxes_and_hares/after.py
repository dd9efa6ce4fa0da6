"""Follow foxes and hares on an island over 30 years and find when the hares are fewest.

Symptom: the equations moved into a dataclass and the tolerances into a dictionary; all numbers are the same.
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

TOLERANCES = {"atol": 1e-8, "rtol": 1e-8}


@dataclass(frozen=True)
class Island:
    birth: float = 0.6
    hunt: float = 0.05
    gain: float = 0.01
    death: float = 0.4

    def change(self, _, animals):
        hares, foxes = animals
        met = self.hunt * hares * foxes
        fed = self.gain * hares * foxes
        return np.array([self.birth * hares - met, fed - self.death * foxes])

    def follow(self, start, years, points):
        times = np.linspace(0, years, points)
        return solve_ivp(self.change, (0, years), list(start), t_eval=times, **TOLERANCES)


def extreme(times, animals, pick):
    place = pick(animals)
    return animals[place], times[place]


def main():
    result = Island().follow(start=(30.0, 4.0), years=30, points=601)
    hares, foxes = result.y
    print("fewest hares {:.8f} in year {:.2f}".format(*extreme(result.t, hares, np.argmin)))
    print("most foxes {:.8f} in year {:.2f}".format(*extreme(result.t, foxes, np.argmax)))
    print(f"means {hares.mean():.8f} {foxes.mean():.8f}")
    print(f"{result.nfev} evaluations")


if __name__ == "__main__":
    main()
