"""Michaelis-Menten kinetics of an enzyme with a competitive inhibitor.

Global least-squares fit over four inhibitor levels; prints Km, vmax and Ki.

Symptom: vmax, Km and Ki move in the third digit and the cost grows
Culprit: f_scale=0.6 was dropped, so the robust loss turns linear only at the default residual 1.0 and the 2 outliers get more weight.
Report: none
"""

import numpy as np
from scipy.optimize import least_squares

SUBSTRATE = np.array([2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0])
INHIBITOR = np.array([0.0, 5.0, 15.0, 40.0])


def rate(theta, s, i):
    vmax, km, ki = theta
    return vmax * s / (km * (1.0 + i / ki) + s)


def assay(rng):
    s, i = np.meshgrid(SUBSTRATE, INHIBITOR)
    v = rate((48.0, 17.0, 9.0), s, i)
    v = v + rng.normal(0.0, 0.6, v.shape)
    v[1, 3] += 9.0
    v[3, 5] -= 8.0
    return s.ravel(), i.ravel(), v.ravel()


def fit(s, i, v):
    guess = (v.max(), np.median(s), 10.0)

    def residual(theta):
        return rate(theta, s, i) - v

    return least_squares(residual, guess, loss="soft_l1")  # culprit


def standard_errors(result, n):
    cov = np.linalg.inv(result.jac.T @ result.jac)
    return np.sqrt(np.diag(cov) * 2 * result.cost / (n - 3))


def main():
    s, i, v = assay(np.random.default_rng(17))
    result = fit(s, i, v)
    errors = standard_errors(result, v.size)
    for name, value, err in zip(("vmax", "Km", "Ki"), result.x, errors):
        print(f"{name:5s} {value:9.4f} +- {err:.4f}")
    print("cost: %.4f" % result.cost)
    print("IC50 at s = Km: %.3f" % (2 * result.x[2]))


if __name__ == "__main__":
    main()
