"""Carry on counting the charge of a battery from the logger's last state.

Symptom: After the move to NumPy 2 the counter stays at 1,200,000.0 Ah although current flows all day.
Culprit: A Python float plus an np.float32 is float32 since NumPy 2: at 1.2e6 its spacing is 0.125 and 0.03 is lost.
Report: numpy/numpy#25098
"""

import numpy as np

LAST_STATE = 1_200_000.0  # Ah, from the state file


def logged_current(minutes):
    rng = np.random.default_rng(3)
    day = 1.8 + 0.6 * np.sin(np.linspace(0, 2 * np.pi, minutes))
    return (day + rng.normal(0, 0.05, minutes)).astype(np.float32)


def count_charge(state, currents):
    total = state
    for current in currents:
        total += current / 60  # culprit
    return total


def main():
    currents = logged_current(1440)
    total = count_charge(LAST_STATE, currents)
    print(f"counter before {LAST_STATE:.3f} Ah")
    print(f"counter now    {total:.3f} Ah")
    print(f"charge today   {total - LAST_STATE:.3f} Ah")


main()
