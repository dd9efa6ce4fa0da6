"""Simulate sugar and insulin in the blood after lunch with the minimal model."""

import numpy as np
from scipy.integrate import odeint

GB, IB = 92.0, 11.0
P1, P2, P3 = 0.028, 0.025, 1.3e-5
N, GAMMA, H = 0.27, 0.0041, 83.7


def meal(t):
    return 4.5 * np.exp(-(((t - 45) / 22.0) ** 2)) + 6.0 * np.exp(-(((t - 600) / 15.0) ** 2))


def rates(y, t):
    g, x, i = y
    dg = -P1 * (g - GB) - x * g + meal(t)
    dx = -P2 * x + P3 * (i - IB)
    di = -N * (i - IB) + GAMMA * max(g - H, 0.0) * 4.0
    return [dg, dx, di]


t = np.linspace(0, 720, 361)
g, x, i = odeint(rates, [GB, 0.0, IB], t).T
print(f"highest sugar {g.max():.4f} mg/dl after {t[g.argmax()]:.0f} min")
print(f"lowest sugar {g.min():.4f} mg/dl")
print(f"highest insulin {i.max():.4f}")
print(f"area over base {np.trapezoid(g - GB, t):.3f}")
