"""Find the cheapest blend of teas that still tastes right, from several starting points.

Symptom: none
Culprit: none
Tempts: `nan` could accuse `best = inf` and the open bounds; `diff` could accuse the seeded draws of the starts.
Report: none
"""

import numpy as np
from scipy.optimize import minimize

PRICE = np.array([18.0, 11.5, 26.0])
TASTE = np.array([[0.8, 0.3, 0.6], [0.2, 0.9, 0.4], [0.5, 0.1, 0.9]])
WANTED = np.array([0.62, 0.48, 0.55])
TOLERANCE = 0.02


def cost(amounts):
    """Return the price of the blend plus what its distance from the wanted taste costs, and the gradient."""
    off = (TASTE @ amounts - WANTED) / TOLERANCE
    return PRICE @ amounts + 5.0 * off @ off, PRICE + 10.0 / TOLERANCE * off @ TASTE


def search(starts, seed):
    """Return the best of several local searches; amounts are not negative and have no upper bound."""
    rng = np.random.default_rng(seed)
    best_cost, best_blend = np.inf, None
    for start in rng.uniform(0.0, 1.0, size=(starts, 3)):
        found = minimize(cost, start, jac=True, method="L-BFGS-B", bounds=[(0.0, None)] * 3)
        if found.success and found.fun < best_cost:
            best_cost, best_blend = found.fun, found.x
    return best_cost, best_blend


if __name__ == "__main__":
    best_cost, blend = search(starts=6, seed=3)
    for name, amount in zip(("Assam", "Keemun", "Darjeeling"), blend, strict=True):
        print(f"{name:10s} {amount:.3f} kg")
    print(f"price {PRICE @ blend:.3f}, with the distance in taste {best_cost:.3f}")
    print(f"distance in taste: {np.abs(TASTE @ blend - WANTED).max():.4f}")
