"""Tabulate volume, entropy and chemical potential of a gas by van der Waals' equation.

For a temperature and a pressure the molar volume is found by Newton's method. Entropy and potential follow from it.
States in which the gas would be liquid have no entry on purpose and are left out of the mean.

Symptom: the entropies of three states at high pressures and both means print nan, the other states have numbers
Culprit: the search starts at half the ideal volume, below the smallest possible one, and ends on a root without meaning
Report: none
"""

import numpy as np
from scipy.optimize import newton

R = 8.314462618
A, B = 0.5536, 3.049e-5  # of water, in J m3/mol2 and m3/mol
CRITICAL = 8 * A / (27 * R * B)


def pressure(volume, temperature):
    """Return the pressure in pascals at a molar volume in cubic metres."""
    return R * temperature / (volume - B) - A / volume**2


def stiffness(volume, temperature):
    """Return the change of the pressure with the volume."""
    return -R * temperature / (volume - B) ** 2 + 2 * A / volume**3


def molar_volume(temperature, wanted):
    """Return the molar volume at a temperature and a pressure."""
    start = 0.5 * R * temperature / wanted  # culprit
    return newton(
        lambda volume: (pressure(volume, temperature) - wanted) / wanted,
        start,
        fprime=lambda volume: stiffness(volume, temperature) / wanted,
        maxiter=200,
        disp=False,
    )


def entropy(volume, temperature):
    """Return the molar entropy above that of a reference state."""
    return R * np.log((volume - B) / 1e-3) + 3 * R * np.log(temperature / 300.0)


def potential(volume, temperature):
    """Return the chemical potential above that of the reference state."""
    inner = 3 * R * temperature - A / volume
    return inner + pressure(volume, temperature) * volume - temperature * entropy(volume, temperature)


def table(temperatures, pressures):
    """Return entropies and potentials (temperatures, pressures), missing below the critical temperature."""
    entropies = np.full((len(temperatures), len(pressures)), np.nan)
    potentials = np.full_like(entropies, np.nan)
    for row, temperature in enumerate(temperatures):
        if temperature < CRITICAL:
            continue  # might be liquid
        for column, wanted in enumerate(pressures):
            volume = molar_volume(temperature, wanted)
            entropies[row, column] = entropy(volume, temperature)
            potentials[row, column] = potential(volume, temperature)
    return entropies, potentials


def main():
    """Print the table and the means of states above the critical temperature."""
    temperatures = np.array([600.0, 700.0, 850.0, 1000.0])
    pressures = np.array([1e6, 1e7, 5e7, 2e8, 4e8])
    with np.errstate(invalid="ignore", divide="ignore"):
        entropies, potentials = table(temperatures, pressures)
    print(f"critical temperature {CRITICAL:.1f} K")
    for temperature, row in zip(temperatures, entropies, strict=True):
        text = " ".join(f"{value:8.2f}" for value in row) if temperature >= CRITICAL else "might be liquid"
        print(f"{temperature:6.0f} K  {text}")
    above = temperatures >= CRITICAL
    print(f"mean entropy {entropies[above].mean():.2f}, mean potential {potentials[above].mean():.0f}")


if __name__ == "__main__":
    main()
