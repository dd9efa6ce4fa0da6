"""Find how masts sway in the wind: their pitch and how fast they come to rest.

Symptom: a class holds a mast, and functions measure it; all numbers are the same
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.signal import find_peaks


@dataclass(frozen=True)
class Mast:
    pitch: float
    damping: float

    def acceleration(self, place, speed):
        omega = 2 * np.pi * self.pitch
        return -2 * self.damping * omega * speed - omega**2 * place

    def swing(self, time, start=0.4):
        solution = solve_ivp(
            lambda t, state: [state[1], self.acceleration(*state)],
            (time[0], time[-1]),
            [start, 0.0],
            t_eval=time,
            rtol=1e-8,
            atol=1e-10,
        )
        return solution.y[0]


def measured(time, place):
    peaks = find_peaks(place, height=0.01)[0]
    tops = place[peaks]
    decrement = np.log(tops[:-1] / tops[1:]).mean()
    damping = decrement / np.hypot(2 * np.pi, decrement)
    return 1 / np.diff(time[peaks]).mean(), damping


def main():
    time = np.linspace(0, 12, 1500)
    masts = [Mast(1.2, 0.03), Mast(0.9, 0.05), Mast(2.0, 0.02)]
    found = [measured(time, mast.swing(time)) for mast in masts]
    for mast, (pitch, rest) in zip(masts, found):
        print(f"pitch {mast.pitch:.2f} Hz: found {pitch:.5f}, damping {mast.damping:.3f}: found {rest:.6f}")
    errors = [abs(pitch - mast.pitch) for mast, (pitch, _) in zip(masts, found)]
    print(f"mean error {np.mean(errors):.6f} Hz")


main()
