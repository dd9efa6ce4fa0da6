"""Find how much of the wind's force on a mast is slower than a tenth of a hertz, and where its peak is."""

import numpy as np
from scipy import signal

RATE = 20.0


def forces(seconds, seed):
    """Return the force on a mast in kN: a steady wind, slow gusts and the mast's own vibration."""
    rng = np.random.default_rng(seed)
    time = np.arange(int(seconds * RATE)) / RATE
    gusts = signal.lfilter([0.02], [1, -0.98], rng.normal(0, 1, time.size))
    return 3.2 + gusts + 0.2 * np.sin(2 * np.pi * 1.7 * time) + rng.normal(0, 0.05, time.size)


force = forces(600, seed=9)
frequency, density = signal.welch(force, fs=RATE, nperseg=1024, detrend=False)
step = frequency[1] - frequency[0]
slow = density[frequency < 0.1].sum() * step
total = density.sum() * step
fast = frequency > 1.0
print(f"steady and slow part {slow:.4f} kN2 of {total:.4f} kN2")
print(f"share {slow / total:.4f}")
print(f"vibration at {frequency[fast][density[fast].argmax()]:.3f} Hz")
