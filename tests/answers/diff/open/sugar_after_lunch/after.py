"""Simulate sugar and insulin in the blood after lunch with the minimal model.

Symptom: with the newer interface of SciPy the sugar and the area over the base differ from the fourth digit on.
Culprit: solve_ivp is called with its own tolerances, 1e-3 and 1e-6, where odeint has about 1.5e-8 for both.
Report: tBuLi/symfit#343 (a move from odeint to solve_ivp failed its tests until the old tolerances were set)
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp


@dataclass(frozen=True)
class Patient:
    base_sugar: float = 92.0
    base_insulin: float = 11.0
    p1: float = 0.028
    p2: float = 0.025
    p3: float = 1.3e-5
    n: float = 0.27
    gamma: float = 0.0041
    threshold: float = 83.7

    def start(self):
        return [self.base_sugar, 0.0, self.base_insulin]


def portion(t, size, at, width):
    return size * np.exp(-(((t - at) / width) ** 2))


def meal(t):
    return portion(t, 4.5, at=45, width=22.0) + portion(t, 6.0, at=600, width=15.0)


def rates(t, state, patient):
    sugar, remote, insulin = state
    above = max(sugar - patient.threshold, 0.0)
    return [
        -patient.p1 * (sugar - patient.base_sugar) - remote * sugar + meal(t),
        -patient.p2 * remote + patient.p3 * (insulin - patient.base_insulin),
        -patient.n * (insulin - patient.base_insulin) + patient.gamma * above * 4.0,
    ]


def simulate(patient, minutes):
    span, start = (minutes[0], minutes[-1]), patient.start()
    solution = solve_ivp(rates, span, start, method="LSODA", t_eval=minutes, args=(patient,))  # culprit
    if not solution.success:
        raise RuntimeError(solution.message)
    return solution.y


def report(patient, minutes, sugar, insulin):
    print(f"highest sugar {sugar.max():.4f} mg/dl after {minutes[sugar.argmax()]:.0f} min")
    print(f"lowest sugar {sugar.min():.4f} mg/dl")
    print(f"highest insulin {insulin.max():.4f}")
    print(f"area over base {np.trapezoid(sugar - patient.base_sugar, minutes):.3f}")


def main():
    patient = Patient()
    minutes = np.linspace(0, 720, 361)
    sugar, _, insulin = simulate(patient, minutes)
    report(patient, minutes, sugar, insulin)


if __name__ == "__main__":
    main()
