"""Follow a nonlinear oscillation that is driven through its own phase for 300 seconds."""

from math import cos

import numpy as np
from scipy.integrate import solve_ivp


def slope(t, y):
    return [y[0] ** 2 * cos(t + y[0])]


def solve(start, end, rtol=1e-9):
    times = np.linspace(0, end, 601)
    return solve_ivp(slope, (0.0, end), [start], t_eval=times, rtol=rtol, atol=1e-12)


def main():
    solution = solve(0.2, 300.0)
    y = solution.y[0]
    print("evaluations:", solution.nfev)
    print(f"mean {y.mean():.6f}")
    print(f"state at 150 s {y[300]:.6f}, at 300 s {y[-1]:.6f}")


main()
