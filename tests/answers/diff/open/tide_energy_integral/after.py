"""Report the energy that a tide carries past a gauge in one day.

Symptom: The day's energy is 1.8 % larger than the figure of last month's script on the same record.
Culprit: The second loop runs to `len(values)`, not `len(values) - 1`: the last value counts three times.
Report: none
"""

import numpy as np


def simpson(values, step):
    total = values[0] + values[-1]
    for i in range(1, len(values) - 1, 2):
        total += 4.0 * values[i]
    for i in range(2, len(values), 2):  # culprit
        total += 2.0 * values[i]
    return total * step / 3.0


def height(hours):
    semidiurnal = 1.6 * np.cos(2 * np.pi * hours / 12.42)
    diurnal = 0.4 * np.cos(2 * np.pi * hours / 25.82 + 0.7)
    return semidiurnal + diurnal


def main():
    hours = np.linspace(0.0, 24.0, 97)
    power = 0.5 * 1025.0 * 9.81 * height(hours) ** 2
    energy = simpson(power, hours[1] - hours[0])
    print(f"mean power   {power.mean():.1f} W/m2")
    print(f"energy a day {energy:.1f} Wh/m2")


if __name__ == "__main__":
    main()
