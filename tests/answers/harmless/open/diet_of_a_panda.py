"""Find the cheapest mix of food for a panda, with amounts that have no upper limit but for the dear honey.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the bounds of inf, which say "no limit" to linprog and to minimize.
Report: none
"""

import numpy as np
from scipy.optimize import Bounds, linprog, minimize

FOODS = ("bamboo", "apples", "honey")
EUROS = np.array([0.9, 1.8, 9.0])
CONTENT = np.array([[1.2, 0.5, 12.0], [0.9, 0.1, 0.0], [0.3, 2.1, 0.8]])
NEEDED = np.array([14.0, 8.0, 5.0])


def cheapest(limits):
    lower, upper = limits
    result = linprog(EUROS, A_ub=-CONTENT, b_ub=-NEEDED, bounds=list(zip(lower, upper, strict=True)))
    return result.x, result.fun


def gentlest(start, limits):
    """Return the mix nearest to what the panda ate yesterday, with a soft penalty for what is missing."""

    def burden(amounts):
        missing = np.maximum(NEEDED - CONTENT @ amounts, 0)
        return ((amounts - start) ** 2).sum() + 50 * (missing**2).sum()

    return minimize(burden, start, bounds=Bounds(*limits), method="L-BFGS-B").x


def main():
    limits = np.zeros(3), np.array([np.inf, np.inf, 0.4])
    amounts, euros = cheapest(limits)
    print(", ".join(f"{food} {amount:.4f} kg" for food, amount in zip(FOODS, amounts, strict=True)))
    print(f"for {euros:.4f} euros")
    soft = gentlest(np.array([6.0, 2.0, 0.2]), limits)
    print("gentle change:", soft.round(3))


main()
