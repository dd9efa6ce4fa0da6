"""Vibration check of a footbridge: power spectra of three accelerometers while people
walk across, natural frequencies, damping and the comfort class."""

import numpy as np
from scipy import signal

fs = 100.0
rng = np.random.default_rng(1999)
t = np.arange(0, 240, 1 / fs)
modes = [(1.92, 0.006, 1.0), (3.35, 0.009, 0.55), (5.80, 0.012, 0.3)]
shapes = np.array([[0.7, 1.0, 0.7], [1.0, 0.05, -1.0], [0.6, -0.9, 0.6]])
walk = rng.normal(0, 1, t.size) + 0.5 * np.sin(2 * np.pi * 1.85 * t)

acc = np.zeros((3, t.size))
for (f, zeta, gain), shape in zip(modes, shapes):
    w = 2 * np.pi * f
    b, a = signal.bilinear([1.0, 0, 0], [1, 2 * zeta * w, w * w], fs)
    y = gain * 0.02 * signal.lfilter(b, a, walk)
    for s in range(3):
        acc[s] += shape[s] * y
# the sensors drift with temperature
for s in range(3):
    acc[s] += 0.08 + (0.0004 + 0.0003 * s) * t + 0.003 * rng.normal(size=t.size)

for s in range(3):
    f, p = signal.welch(acc[s], fs, window="hann", nperseg=4096, detrend="linear")
    band = f < 10
    peaks, _ = signal.find_peaks(p[band], prominence=0.05 * p[band].max())
    rms = np.sqrt(np.trapezoid(p[band], f[band]))
    top = peaks[np.argmax(p[band][peaks])]
    half = p[top] / 2
    lo = top
    while p[lo] > half:
        lo -= 1
    hi = top
    while p[hi] > half:
        hi += 1
    width = (hi - lo) * (f[1] - f[0])
    print(
        "sensor %d: main peak %.3f Hz, width %.3f Hz, rms %.5f m/s2, low band %.3e"
        % (s + 1, f[top], width, rms, p[:4].sum())
    )
    if rms < 0.1:
        print("   comfort class CL1")
    elif rms < 0.2:
        print("   comfort class CL2")
    else:
        print("   comfort class CL3")
