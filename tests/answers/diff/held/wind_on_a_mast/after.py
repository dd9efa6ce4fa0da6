"""Find how much of the wind's force on a mast is slower than a tenth of a hertz, and where its peak is.

Symptom: the steady and slow part of the force is 0.005 in place of 10.3 kN2.
Culprit: `detrend=False` was lost in the rewrite: by default `welch` takes the mean off each segment.
Report: mne-tools/mne-python#11767 (the power at frequency 0 is lost by the default of detrend)
"""

from dataclasses import dataclass

import numpy as np
from scipy import signal

RATE = 20.0


def forces(seconds, seed):
    """Return the force on a mast in kN: a steady wind, slow gusts and the mast's own vibration."""
    rng = np.random.default_rng(seed)
    time = np.arange(int(seconds * RATE)) / RATE
    gusts = signal.lfilter([0.02], [1, -0.98], rng.normal(0, 1, time.size))
    return 3.2 + gusts + 0.2 * np.sin(2 * np.pi * 1.7 * time) + rng.normal(0, 0.05, time.size)


@dataclass
class Spectrum:
    """Power by frequency."""

    frequency: np.ndarray
    density: np.ndarray

    @classmethod
    def of(cls, force, segment=1024):
        return cls(*signal.welch(force, fs=RATE, nperseg=segment))  # culprit

    def power(self, below=np.inf):
        step = self.frequency[1] - self.frequency[0]
        return self.density[self.frequency < below].sum() * step

    def peak(self, above):
        chosen = self.frequency > above
        return self.frequency[chosen][self.density[chosen].argmax()]


def report(spectrum):
    slow, total = spectrum.power(below=0.1), spectrum.power()
    print(f"steady and slow part {slow:.4f} kN2 of {total:.4f} kN2")
    print(f"share {slow / total:.4f}")
    print(f"vibration at {spectrum.peak(above=1.0):.3f} Hz")


report(Spectrum.of(forces(600, seed=9)))
