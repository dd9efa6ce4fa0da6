"""Occupation of the bound levels of hydrogen in a stellar atmosphere at several temperatures.

Energies are given relative to the ionisation limit, so bound levels are negative.
Symptom: all occupation fractions and the mean excitation energy are nan.
Culprit: BOLTZMANN is in joule per kelvin (1.38e-23) while the energies are in electronvolt, so exp(1e20) overflows
and inf / inf is nan.
Report: none
"""

import numpy as np

RYDBERG = 13.605693  # eV
BOLTZMANN = 1.380649e-23  # culprit
N_MAX = 8


def level_energy(n):
    return -RYDBERG / n**2


def degeneracy(n):
    return 2 * n**2


class LevelPopulation:
    def __init__(self, temperature, n_max=N_MAX):
        self.temperature = temperature
        self.n = np.arange(1, n_max + 1)

    @property
    def thermal_energy(self):
        return BOLTZMANN * self.temperature

    def weights(self):
        return degeneracy(self.n) * np.exp(-level_energy(self.n) / self.thermal_energy)

    def fractions(self):
        w = self.weights()
        return w / w.sum()

    def mean_excitation(self):
        above_ground = level_energy(self.n) - level_energy(1)
        return float(np.sum(self.fractions() * above_ground))


def report(temperatures):
    rows = []
    for t in temperatures:
        pop = LevelPopulation(t)
        f = pop.fractions()
        rows.append((t, f[0], f[1], f[1] / f[0], pop.mean_excitation()))
    return rows


if __name__ == "__main__":
    np.seterr(over="ignore", invalid="ignore")
    print("      T [K]     ground     n = 2   n2/n1      <E> [eV]")
    for t, ground, second, ratio, mean_e in report([5800, 7500, 9600, 12000, 20000]):
        print(f"{t:>11} {ground:>10.6f} {second:>9.3e} {ratio:>9.3e} {mean_e:>9.5f}")
