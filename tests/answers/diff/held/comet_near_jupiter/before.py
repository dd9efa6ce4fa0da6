"""Follows a comet through a close passage of Jupiter (planar restricted problem) and
prints its orbit before and after the encounter.
"""

import numpy as np
from scipy.integrate import solve_ivp

GM = 4 * np.pi**2  # AU^3 / yr^2
MU_J = GM / 1047.35
A_J = 5.2044
N_J = np.sqrt((GM + MU_J) / A_J**3)


def jupiter(t):
    phase = 0.42 + N_J * t
    return A_J * np.array([np.cos(phase), np.sin(phase)])


def rhs(t, y):
    r, v = y[:2], y[2:]
    rj = jupiter(t)
    d = r - rj
    acc = -GM * r / np.linalg.norm(r) ** 3
    acc = acc - MU_J * d / np.linalg.norm(d) ** 3 - MU_J * rj / A_J**3
    return np.concatenate([v, acc])


def elements(y):
    r, v = y[:2], y[2:]
    a = 1 / (2 / np.linalg.norm(r) - v @ v / GM)
    h = r[0] * v[1] - r[1] * v[0]
    e = np.sqrt(max(0.0, 1 - h**2 / (GM * a)))
    return a, e


def passage(t_end=60.0):
    start = np.array([5.9, -1.1, 0.42, 2.30])
    return solve_ivp(
        rhs, (0, t_end), start, method="DOP853", rtol=1e-10, atol=1e-12, t_eval=np.linspace(0, t_end, 3001)
    )


sol = passage()
dist = np.linalg.norm(sol.y[:2].T - np.array([jupiter(t) for t in sol.t]), axis=1)
k = dist.argmin()
print(f"closest to Jupiter: {dist[k]:.4f} AU after {sol.t[k]:.2f} yr")
for label, i in (("start", 0), ("after 20 yr", 1000), ("after 40 yr", 2000), ("end", -1)):
    a, e = elements(sol.y[:, i])
    print(f"{label:12s} a {a:.4f} AU, e {e:.4f}, perihelion {a * (1 - e):.4f} AU, period {a**1.5:.3f} yr")
print(f"position at the end: {sol.y[0, -1]:.4f}, {sol.y[1, -1]:.4f} AU")
