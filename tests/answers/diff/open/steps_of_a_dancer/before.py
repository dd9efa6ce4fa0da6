"""Summarise the steps of a dancer from a sensor on the foot."""

import numpy as np
from scipy.signal import find_peaks

rng = np.random.default_rng(46)
time = np.arange(0, 30, 0.02)
push = np.abs(np.sin(np.pi * time / 0.6)) ** 6 + rng.normal(0, 0.03, time.size)
kernel = np.ones(7) / 7
smooth = np.convolve(push, kernel, mode="same")
peaks, _ = find_peaks(smooth, height=0.4, distance=15)
gaps = np.diff(time[peaks])
print("steps:", len(peaks))
print("a step:", gaps.mean(), "+-", gaps.std())
print("strongest:", smooth[peaks].max())
