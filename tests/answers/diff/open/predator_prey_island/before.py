"""Foxes and hares on an island: a predator-prey model with seasons.

Integrates 60 years, prints the populations, the outbreaks and the extremes.
"""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.signal import find_peaks

R, K, A, H, E, M = 1.1, 900.0, 0.9, 160.0, 0.45, 0.21


def rhs(t, y):
    hare, fox = y
    growth = R * (1.0 + 0.3 * np.sin(2 * np.pi * t)) * hare * (1.0 - hare / K)
    eaten = A * hare * fox / (H + hare)
    return [growth - eaten, E * eaten - M * fox]


def main():
    t = np.linspace(0.0, 60.0, 3001)
    sol = solve_ivp(rhs, (0.0, 60.0), [420.0, 60.0], t_eval=t, method="RK45", rtol=1e-8, atol=1e-8)
    hare, fox = sol.y
    late = t > 20.0
    peaks, _ = find_peaks(hare, prominence=50.0)
    tops = t[peaks]
    print("after 60 years: hares %.4f, foxes %.4f" % (hare[-1], fox[-1]))
    print("mean of the late years: %.4f %.4f" % (hare[late].mean(), fox[late].mean()))
    print("lowest number of hares: %.4f" % hare[late].min())
    print("last outbreak in year: %.4f" % tops[-1])
    lag = np.argmax(np.correlate(fox[late] - fox[late].mean(), hare[late] - hare[late].mean(), "full"))
    print("lag of the foxes [years]: %.3f" % ((lag - (late.sum() - 1)) * (t[1] - t[0])))
    eaten = A * hare * fox / (H + hare)
    print("eaten per year: %.4f" % (np.trapezoid(eaten, t) / 60.0))


if __name__ == "__main__":
    main()
