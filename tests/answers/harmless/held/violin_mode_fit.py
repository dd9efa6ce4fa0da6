"""Fit the lowest resonance of a violin plate: bounded curve fit and one-sided constraints (SciPy).

Prints the resonance frequency, the damping and the price of a heavier bass bar.
Symptom: none
Culprit: none
Tempts: the bounds of curve_fit, minimize and linprog contain np.inf and -np.inf and the price integral runs to infinity; all mean "unbounded".
Report: none
"""

import numpy as np
from scipy.integrate import quad
from scipy.optimize import curve_fit, linprog, minimize


def resonance(f, amplitude, f0, q, floor):
    x = f / f0 - f0 / f
    return amplitude / np.sqrt(1 + (q * x) ** 2) + floor


def sweep(seed=17):
    rng = np.random.default_rng(seed)
    f = np.linspace(180, 420, 160)
    return f, resonance(f, 3.2, 287.0, 24.0, 0.15) + rng.normal(0, 0.03, f.size)


def fit_mode(f, response):
    lower = [0.0, f.min(), 1.0, -np.inf]
    upper = [np.inf, f.max(), np.inf, np.inf]
    start = [response.max(), f[response.argmax()], 10.0, 0.0]
    popt, pcov = curve_fit(resonance, f, response, p0=start, bounds=(lower, upper))
    return popt, np.sqrt(np.diag(pcov))


def tune_bar(target, f0):
    def cost(p):
        mass, stiffness = p
        shifted = f0 * np.sqrt((1 + stiffness) / (1 + mass))
        return (shifted - target) ** 2 + 5 * mass**2 + 5 * stiffness**2

    return minimize(cost, [0.1, 0.1], method="L-BFGS-B", bounds=[(0, np.inf), (-0.2, np.inf)])


def cheapest_set():
    # spruce, maple, varnish: at least 2 units of spruce, 5 units in total
    return linprog(
        [3.0, 5.0, 1.5], A_ub=[[-1, -1, -1]], b_ub=[-5], bounds=[(2, np.inf), (1, np.inf), (0, 1.5)]
    )


def ring_time(f0, q):
    decay = np.pi * f0 / q
    value, _ = quad(lambda t: np.exp(-decay * t), 0, np.inf)
    return value


def main():
    f, response = sweep()
    popt, err = fit_mode(f, response)
    for name, p, e in zip(("amplitude", "f0", "Q", "floor"), popt, err):
        print(f"{name:<10}{p:9.3f} +- {e:.3f}")
    bar = tune_bar(295.0, popt[1])
    print(f"bass bar: mass {bar.x[0]:.3f}, stiffness {bar.x[1]:.3f}")
    print(f"cheapest set: {cheapest_set().fun:.2f}")
    print(f"ring time: {1000 * ring_time(popt[1], popt[2]):.2f} ms")


if __name__ == "__main__":
    main()
