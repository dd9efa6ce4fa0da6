"""Fit Arrhenius kinetics with restarts; bad trial points cost infinity.

Symptom: none
Culprit: none
Tempts: infinite penalties, caught LinAlgError, restarts
Report: own
"""

from dataclasses import dataclass, field

import numpy as np
from scipy import linalg, optimize

R = 8.314


@dataclass
class Fit:
    value: float = np.inf
    params: np.ndarray | None = None
    failures: list = field(default_factory=list)


def measured(rng):
    temp = np.array([300.0, 310, 320, 330, 340, 355, 370])
    rate = np.exp(18.0) * np.exp(-52000.0 / (R * temp))
    return temp, rate * (1 + 0.02 * rng.standard_normal(temp.size))


def model(params, temp):
    log_a, energy = params
    return np.exp(log_a - energy / (R * temp))


class Objective:
    def __init__(self, temp, rate):
        self.temp, self.rate = temp, rate
        self.rejected = 0

    def __call__(self, params):
        if params[1] <= 0:
            self.rejected += 1
            return np.inf
        with np.errstate(over="ignore"):
            predicted = model(params, self.temp)
        if not np.all(np.isfinite(predicted)):
            self.rejected += 1
            return np.inf
        return float(np.sum(np.log(np.maximum(predicted, 1e-300) / self.rate) ** 2))


def covariance(params, temp, ridges=(0.0, 1e-10, 1e-8)):
    """Inverse information matrix, with a ridge where it is not definite."""
    jac = np.column_stack([np.ones_like(temp), -1 / (R * temp)])
    info = jac.T @ jac
    for ridge in ridges:
        try:
            return linalg.cho_solve(linalg.cho_factor(info + ridge * np.eye(2)), np.eye(2))
        except linalg.LinAlgError:
            continue
    return np.full((2, 2), np.nan)


def search(objective, rng, tries=6):
    best = Fit()
    for attempt in range(tries):
        start = np.array([rng.uniform(-5, 900), rng.uniform(-20000, 90000)])
        if not np.isfinite(objective(start)):
            best.failures.append(attempt)
            start = np.array([10.0, 40000.0 + 1000 * attempt])
        result = optimize.minimize(
            objective, start, method="Nelder-Mead", options={"maxiter": 600, "xatol": 1e-7, "fatol": 1e-12}
        )
        if result.fun < best.value:
            best.value, best.params = result.fun, result.x
    return best


def main():
    rng = np.random.default_rng(6)
    temp, rate = measured(rng)
    objective = Objective(temp, rate)
    best = search(objective, rng)
    sd = np.sqrt(np.diag(covariance(best.params, temp)) * best.value / (temp.size - 2))
    print(f"ln A {best.params[0]:.3f} +- {sd[0]:.3f}")
    print(f"E {best.params[1] / 1000:.3f} +- {sd[1] / 1000:.3f} kJ/mol")
    print("restarts replaced", best.failures, "rejected points", objective.rejected > 0)


if __name__ == "__main__":
    main()
