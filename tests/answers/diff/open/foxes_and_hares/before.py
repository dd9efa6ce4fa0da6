"""Follow foxes and hares on an island over 30 years and find when the hares are fewest."""

import numpy as np
from scipy.integrate import solve_ivp


def change(t, y, birth, hunt, gain, death):
    hares, foxes = y
    return [birth * hares - hunt * hares * foxes, gain * hares * foxes - death * foxes]


t = np.linspace(0, 30, 601)
result = solve_ivp(change, (0, 30), [30.0, 4.0], t_eval=t, args=(0.6, 0.05, 0.01, 0.4), rtol=1e-8, atol=1e-8)
hares, foxes = result.y
lowest = hares.argmin()
print(f"fewest hares {hares[lowest]:.8f} in year {t[lowest]:.2f}")
print(f"most foxes {foxes.max():.8f} in year {t[foxes.argmax()]:.2f}")
print(f"means {hares.mean():.8f} {foxes.mean():.8f}")
print(f"{result.nfev} evaluations")
