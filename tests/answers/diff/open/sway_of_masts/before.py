"""Find how masts sway in the wind: their pitch and how fast they come to rest.

Culprit: see after.py
"""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.signal import find_peaks

MASTS = [(1.2, 0.03), (0.9, 0.05), (2.0, 0.02)]
results = []
for pitch, damping in MASTS:
    omega = 2 * np.pi * pitch

    def motion(t, y, omega=omega, damping=damping):
        return [y[1], -2 * damping * omega * y[1] - omega**2 * y[0]]

    time = np.linspace(0, 12, 1500)
    solution = solve_ivp(motion, (0, 12), [0.4, 0.0], t_eval=time, rtol=1e-8, atol=1e-10)
    x = solution.y[0]
    peaks, _ = find_peaks(x, height=0.01)
    period = np.mean(np.diff(time[peaks]))
    decrement = np.mean(np.log(x[peaks][:-1] / x[peaks][1:]))
    results.append((1 / period, decrement / np.sqrt(4 * np.pi**2 + decrement**2)))
for (pitch, damping), (found, rest) in zip(MASTS, results):
    print(f"pitch {pitch:.2f} Hz: found {found:.5f}, damping {damping:.3f}: found {rest:.6f}")
print(f"mean error {np.mean([abs(f - p) for (p, _), (f, _) in zip(MASTS, results)]):.6f} Hz")
