"""Simulate how blood clots in a test tube: thrombin makes more of itself, until it is used up."""

import numpy as np
from scipy.integrate import odeint

# rates a minute
k_start, k_more, k_stop, k_clot = 0.002, 1.9, 0.45, 0.8


def change(y, t, factor):
    pro, thrombin, anti, fibrin = y
    made = k_start * factor * pro + k_more * factor * pro * thrombin / (0.2 + thrombin)
    lost = k_stop * anti * thrombin
    clotted = k_clot * thrombin * (1.0 - fibrin)
    return [-made, made - lost, -0.6 * lost, clotted]


minutes = np.linspace(0.0, 30.0, 301)
for name, factor in [("healthy", 1.0), ("mild", 0.4), ("severe", 0.12)]:
    y = odeint(change, [1.4, 0.0, 2.2, 0.0], minutes, args=(factor,))
    thrombin = y[:, 1]
    peak = thrombin.argmax()
    area = np.sum((thrombin[1:] + thrombin[:-1]) / 2 * np.diff(minutes))
    half = np.interp(0.5, y[:, 3], minutes)
    print(f"{name}: peak {thrombin[peak]:.6f} at {minutes[peak]:.1f} min")
    print(f"    potential {area:.6f}, half clotted after {half:.5f} min, antithrombin left {y[-1, 2]:.6f}")
