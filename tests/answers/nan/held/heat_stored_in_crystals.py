"""Tabulate the heat capacity of crystals and the heat it takes to warm them from the cold of liquid helium.

Debye's model gives the heat capacity at temperature T as 9 R (T/D)^3 times the integral of x^4 e^x / (e^x - 1)^2 from
0 to D/T, where D is the crystal's Debye temperature. The heat is the integral of the capacity over T.

Symptom: the capacity of diamond at 1.8 K is nan, and so are the heat it needs and the sum over the crystals
Culprit: (e^x - 1)^2 overflows for x > 355 and e^x for x > 709, and inf / inf in the integrand is NaN; e^-x would not
Report: none
"""

from typing import NamedTuple

import numpy as np
from scipy import integrate

GAS_CONSTANT = 8.314462618  # J / (mol K)


class Crystal(NamedTuple):
    """A material with its Debye temperature in kelvin and its mass in g/mol."""

    name: str
    debye: float
    molar_mass: float


CRYSTALS = [
    Crystal("lead", 105.0, 207.2),
    Crystal("gold", 170.0, 196.97),
    Crystal("copper", 343.0, 63.55),
    Crystal("silicon", 645.0, 28.09),
    Crystal("diamond", 2230.0, 12.011),
]


def mode_energy(x):
    """Return Debye's integrand at x = h f / (k T), by its limit x^2 for small x."""
    if x < 1e-4:
        return x * x
    with np.errstate(over="ignore", invalid="ignore"):
        grown = np.exp(np.float64(x))
        return x**4 * grown / (grown - 1.0) ** 2  # culprit


def heat_capacity(crystal, temperature):
    """Return the heat capacity in J/(mol K) at a temperature in kelvin."""
    ratio = temperature / crystal.debye
    integral, _ = integrate.quad(mode_energy, 0.0, 1.0 / ratio, limit=200)
    return 9.0 * GAS_CONSTANT * ratio**3 * integral


def heat_between(crystal, low, high):
    """Return the heat in J/mol that warms a crystal from low to high, in kelvin."""
    temperatures = np.geomspace(low, high, 41)
    capacities = np.array([heat_capacity(crystal, temperature) for temperature in temperatures])
    return integrate.simpson(capacities, x=temperatures)


def table(temperatures):
    """Print the capacities of all crystals."""
    print(f"{'J/(mol K)':<10}" + "".join(f"{temperature:>10.1f} K" for temperature in temperatures))
    for crystal in CRYSTALS:
        row = [heat_capacity(crystal, temperature) for temperature in temperatures]
        print(f"{crystal.name:<10}" + "".join(f"{capacity:>12.5f}" for capacity in row))


def main():
    """Print the table and the heat for a kilogram of each crystal."""
    table([1.8, 20.0, 77.0, 293.0])
    print()
    total = 0.0
    for crystal in CRYSTALS:
        heat = heat_between(crystal, 1.8, 293.0) / crystal.molar_mass  # kJ/kg
        total += heat
        print(f"{crystal.name:<10} {heat:9.3f} kJ/kg")
    print(f"all five   {total:9.3f} kJ")


if __name__ == "__main__":
    main()
