"""Follow a satellite's orbit for one day with the leapfrog method."""

import numpy as np

MU = 398600.4418  # km3/s2

r = np.array([7000.0, 0.0, 0.0])
v = np.array([0.0, 7.2, 2.1])
dt = 60.0
e0 = 0.5 * v @ v - MU / np.sqrt(r @ r)
hs = []
for _ in range(1440):
    d = np.sqrt(r @ r)
    vh = v + 0.5 * dt * (-MU * r / d**3)
    r = r + dt * vh
    d = np.sqrt(r @ r)
    v = vh + 0.5 * dt * (-MU * r / d**3)
    hs.append(np.sqrt(r @ r) - 6371.0)
e1 = 0.5 * v @ v - MU / np.sqrt(r @ r)
print("position after a day:", r)
print(f"lowest {min(hs):.6f} km, highest {max(hs):.6f} km")
print(f"energy error {e1 - e0:.6e}")
