"""Population of excited levels of an ion at several plasma temperatures.

Symptom: The program prints NaN or inf.
Culprit: Exp overflow in Boltzmann factors, inf/inf (no subtraction of the minimum).
Report: numenta/nupic-legacy#3818
"""

import numpy as np

BOLTZMANN = 8.617333e-5
ENERGY = np.array([-24.59, -4.77, -3.97, -3.62, -1.87])
DEGENERACY = np.array([1.0, 3.0, 1.0, 9.0, 3.0])


def boltzmann_factors(temperature):
    return DEGENERACY * np.exp(-ENERGY / (BOLTZMANN * temperature))  # culprit


def populations(temperature):
    factors = boltzmann_factors(temperature)
    return factors / factors.sum()


def mean_energy(p):
    return np.sum(p * ENERGY)


def sweep(temperatures):
    table = np.array([populations(t) for t in temperatures])
    return table, np.array([mean_energy(p) for p in table])


def main():
    temperatures = np.array([300.0, 2000.0, 8000.0, 20000.0, 60000.0])
    table, energy = sweep(temperatures)
    for t, row, e in zip(temperatures, table, energy):
        print(f"{t:8.0f} K  ground {row[0]:.6f}  mean energy {e:.4f} eV")
    print(f"mean energy over the sweep: {energy.mean():.4f} eV")


if __name__ == "__main__":
    main()
