"""Concentration of a painkiller: a drip over six hours, later one short shot.

Symptom: The number is wrong.
Culprit: Solve_ivp steps over a short dose.
Report: scipy/scipy#18039
"""

import numpy as np
from scipy.integrate import solve_ivp

VOLUME = 32.0  # litres
CLEARANCE = 5.5  # litres an hour
EXCHANGE = 1.8  # litres an hour to the tissue
TISSUE = 20.0  # litres


def dose_rate(t):
    """Milligrams an hour."""
    if t < 6:
        return 25.0
    if 40.0 <= t < 40.1:
        return 1200.0
    return 0.0


def body(t, amounts):
    blood, tissue = amounts
    flow = EXCHANGE * (blood / VOLUME - tissue / TISSUE)
    return [dose_rate(t) - CLEARANCE * blood / VOLUME - flow, flow]


def main():
    hours = np.linspace(0, 72, 721)
    course = solve_ivp(body, (0, 72), [0.0, 0.0], t_eval=hours)  # culprit
    blood = course.y[0] / VOLUME
    exposure = np.trapezoid(blood, course.t)
    print(f"after the drip: {blood[60]:.3f} mg/l")
    print(f"after two days: {blood[480]:.3f} mg/l")
    print(f"exposure over three days: {exposure:.2f} mg h/l")


if __name__ == "__main__":
    main()
