"""Put two absorption spectra on one energy axis and compare them.

Symptom: the mean difference of the spectra is nan.
Culprit: the shift by 0.6 eV puts 1 of 60 energies outside the range, where interp1d(bounds_error=False) gives nan.
Report: xraypy/xraylarch#67
"""

import numpy as np
from scipy.interpolate import interp1d


class Spectrum:
    def __init__(self, energy, incoming, transmitted):
        self.energy = np.asarray(energy)
        self.absorption = np.log(incoming / transmitted)

    def shifted(self, amount):
        out = Spectrum.__new__(Spectrum)
        out.energy, out.absorption = self.energy + amount, self.absorption
        return out

    def at(self, energy):
        return interp1d(self.energy, self.absorption, kind="linear", bounds_error=False)(energy)  # culprit


def measure(edge, seed):
    rng = np.random.default_rng(seed)
    energy = np.linspace(7090, 7149, 60)
    step = 1 / (1 + np.exp(-(energy - edge) / 2))
    incoming = rng.normal(1e5, 50, energy.size)
    return Spectrum(energy, incoming, incoming * np.exp(-0.2 - step))


first, second = measure(7112.0, 0), measure(7111.4, 1)
aligned = second.shifted(0.6).at(first.energy)
difference = first.absorption - aligned
print("energies:", first.energy.size, "common:", aligned.size)
print("mean difference:", np.abs(difference).mean())
print("quality of the fit:", 1 - difference.var() / first.absorption.var())
