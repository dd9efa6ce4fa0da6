"""Filter the theta band of 4 to 8 Hz out of a recording sampled at 5 kHz."""

import numpy as np
from scipy import signal

RATE = 5000.0


def recording(seconds=1.0):
    t = np.arange(0, seconds, 1 / RATE)
    rng = np.random.default_rng(23)
    theta = 0.8 * np.sin(2 * np.pi * 6 * t)
    gamma = 0.5 * np.sin(2 * np.pi * 45 * t)
    return theta + gamma + rng.normal(0, 0.3, t.size)


def theta_band(data):
    system = signal.butter(4, [4, 8], btype="band", fs=RATE, output="sos")
    if isinstance(system, tuple):
        return signal.lfilter(*system, data)
    return signal.sosfilt(system, data)


data = recording()
band = theta_band(data)
settled = band[len(band) // 2 :]
print(f"recording: rms {np.sqrt(np.mean(data**2)):.4f}")
print(f"theta:     rms {np.sqrt(np.mean(settled**2)):.4e}, peak {np.abs(settled).max():.4e}")
