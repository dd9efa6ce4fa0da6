"""One-dimensional ground temperature below a gravel road in the subarctic, stepped
explicitly through six years; prints the thaw depth and the temperature profile."""

import numpy as np

n = 61
dz = 0.25  # m
dt = 6 * 3600.0  # s
alpha = 0.9e-6  # m2/s
steps_per_year = int(365 * 86400 / dt)
years = 6

z = np.arange(n) * dz
T = np.full(n, -2.0) + 0.02 * z
r = alpha * dt / dz**2
assert r < 0.5

max_thaw = []
for year in range(years):
    deepest = 0.0
    for k in range(steps_per_year):
        t = (year * steps_per_year + k) * dt
        surface = -1.5 + 0.06 * year + 13.0 * np.sin(2 * np.pi * t / (365 * 86400.0))
        new = T.copy()
        new[0] = surface
        new[1:-1] = T[1:-1] + r * (T[2:] - 2 * T[1:-1] + T[:-2])
        new[-1] = T[-1] + r * 2 * (T[-2] - T[-1])  # no flux through the base
        T = new
        if k % 8 == 0:
            below = np.flatnonzero(T > 0)
            if below.size and z[below[-1]] > deepest:
                deepest = z[below[-1]]
    max_thaw.append(deepest)

for year, d in enumerate(max_thaw):
    print("year %d: deepest thaw %.2f m" % (year + 1, d))
print("profile after %d years:" % years)
for i in range(0, n, 10):
    print("  %5.2f m  %7.3f C" % (z[i], T[i]))
print("heat content change %.4f MJ/m2" % (2.1 * np.trapezoid(T - (-2.0 + 0.02 * z), z)))
