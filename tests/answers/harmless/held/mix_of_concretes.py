"""Plan the cheapest mix of deliveries for a concrete works, and fit how its concrete hardens.

Amounts have a lower bound and mostly no upper one; the parameters of the curve of strength are bounded below only. An
open side is written as infinity, as SciPy wants it.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite bounds of the two problems, which mean "no bound" and reach no result
Report: none
"""

import numpy as np
from scipy.optimize import LinearConstraint, curve_fit, linprog, milp

DELIVERIES = ["river sand", "crushed sand", "gravel", "cement", "fly ash"]
PRICES = np.array([14.0, 11.5, 17.0, 92.0, 31.0])  # per tonne


def cheapest_amounts(tonnes):
    """Return the amounts in tonnes of a day's deliveries and their cost."""
    binder = np.array([0, 0, 0, 1.0, 0.6])
    sand = np.array([1.0, 1.0, 0, 0, 0])
    rows = -np.vstack([binder, sand]), -np.array([0.16, 0.3]) * tonnes
    bounds = [(0, 60), (0, np.inf), (0.25 * tonnes, np.inf), (0, np.inf), (0, 12)]
    plan = linprog(PRICES, A_ub=rows[0], b_ub=rows[1], A_eq=np.ones((1, 5)), b_eq=[tonnes], bounds=bounds)
    return plan.x, plan.fun


def lorries(amounts):
    """Return how many lorries of 8 and of 20 tonnes bring an amount, at least cost."""
    costs = np.array([95.0, 180.0])
    counts = []
    for amount in amounts:
        load = LinearConstraint(np.array([[8.0, 20.0]]), lb=amount, ub=np.inf)
        plan = milp(costs, constraints=load, integrality=np.ones(2))
        counts.append(np.round(plan.x).astype(int))
    return np.array(counts)


def strength(days, final, rate, order):
    """Return the strength in MPa after some days."""
    return final * (1 - np.exp(-((days / rate) ** order)))


def hardening(seed):
    """Return the fitted parameters of hardening and their standard errors."""
    rng = np.random.default_rng(seed)
    days = np.repeat([1, 2, 3, 7, 14, 28, 56, 90], 3).astype(float)
    measured = strength(days, 46.0, 6.5, 0.7) * rng.normal(1, 0.03, days.size)
    lower = [0.0, 0.1, 0.1]
    upper = [np.inf, np.inf, np.inf]
    fitted, covariance = curve_fit(strength, days, measured, p0=[30.0, 5.0, 1.0], bounds=(lower, upper))
    return fitted, np.sqrt(np.diag(covariance))


def main():
    """Print plan and fit."""
    for tonnes in (80.0, 220.0):
        amounts, cost = cheapest_amounts(tonnes)
        print(f"{tonnes:.0f} tonnes for {cost:.2f}")
        for name, amount, (small, large) in zip(DELIVERIES, amounts, lorries(amounts), strict=True):
            print(f"  {name:<13} {amount:7.2f} t  {small} small and {large} large lorries")
    for name, value, error in zip(("final", "rate", "order"), *hardening(8), strict=True):
        print(f"{name:<6} {value:7.3f} +- {error:.3f}")


if __name__ == "__main__":
    main()
