"""Evaluates a pumping test: pairs the discharge of the pump with the drawdown in a
well, fits the loss equation s = B q + C q^2 and gives the well's efficiency.

Symptom: drawdown and discharge fit badly, and the efficiency comes out as 1 at
    any discharge.
Culprit: the records come in the order of the clock and only the discharges are put
    into rising order, so all but a few of 60 pairs belong to different moments.
Report: none
"""

import numpy as np
from scipy.optimize import curve_fit

B_TRUE, C_TRUE = 85.0, 5200.0


def loss_equation(q, b, c):
    return b * q + c * q**2


class PumpingTest:
    """Discharge in cubic metres per second, drawdown in metres."""

    def __init__(self, rng, n=60):
        stages = rng.choice([0.004, 0.007, 0.010, 0.014, 0.018], n)
        self.discharge = stages * rng.uniform(0.93, 1.07, n)
        drawdown = loss_equation(self.discharge, B_TRUE, C_TRUE)
        self.drawdown = drawdown + rng.normal(0, 0.03, n)

    def curve(self):
        """Both series in the order of rising discharge."""
        order = np.argsort(self.discharge)
        return self.discharge[order], self.drawdown  # culprit


def fit(q, s):
    start = (s.mean() / q.mean(), 1000.0)
    values, cov = curve_fit(loss_equation, q, s, p0=start, bounds=(0, np.inf))
    return values, np.sqrt(np.diag(cov))


def efficiency(q, b, c):
    return b * q / loss_equation(q, b, c)


def main():
    rng = np.random.default_rng(1863)
    test = PumpingTest(rng)
    q, s = test.curve()
    (b, c), (db, dc) = fit(q, s)
    miss = s - loss_equation(q, b, c)
    print(f"pairs {q.size}, discharge {q[0] * 1000:.2f} to {q[-1] * 1000:.2f} l/s")
    print(f"B = {b:.2f} +- {db:.2f} s/m2, C = {c:.1f} +- {dc:.1f} s2/m5")
    print(f"rms misfit {np.sqrt((miss**2).mean()):.4f} m")
    for litres in (5, 10, 18):
        print(f"  {litres:2d} l/s: efficiency {efficiency(litres / 1000, b, c):.3f}")
    bands = [band.mean() for band in np.array_split(s, 5)]
    print("drawdown by fifths of discharge", np.round(bands, 3))


if __name__ == "__main__":
    main()
