"""Solves the steady temperature of a heated plate by relaxation.

Symptom: the solver stops after 1 sweep with a change of 0, and the middle of the plate stays at 20.000 C.
Culprit: previous is the same array as plate and not a copy, so the change is always 0 and 1 sweep is done in place of 1655 (middle 46.588 C).
Report: https://huggingface.co/datasets/nvidia/Nemotron-CC-Math-v1 (mailing-list thread 'Strange Behaviour with Numpy Arrays', 11 Sep 2013)
"""

import numpy as np

EDGE_TOP = 100.0
EDGE_OTHER = 20.0
TOLERANCE = 1e-4


def new_plate(rows=30, columns=40):
    plate = np.full((rows, columns), EDGE_OTHER)
    plate[0, :] = EDGE_TOP
    return plate


def relax_once(plate):
    """One Jacobi sweep over the inner nodes, done in place."""
    plate[1:-1, 1:-1] = 0.25 * (plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:])


def solve(plate, max_sweeps=20000):
    for sweep in range(1, max_sweeps + 1):
        previous = plate  # culprit
        relax_once(plate)
        change = np.max(np.abs(plate - previous))
        if change < TOLERANCE:
            return sweep, change
    return max_sweeps, change


def mean_flux_through_top(plate, conductivity=45.0, spacing=0.01):
    gradient = (plate[0, 1:-1] - plate[1, 1:-1]) / spacing
    return float(conductivity * gradient.mean())


def main():
    plate = new_plate()
    sweeps, change = solve(plate)
    middle = plate[plate.shape[0] // 2, plate.shape[1] // 2]
    print(f"sweeps needed: {sweeps} (last change {change:.1e} K)")
    print(f"temperature at the middle: {middle:.3f} C")
    print(f"mean temperature inside:   {plate[1:-1, 1:-1].mean():.3f} C")
    print(f"mean flux through the top: {mean_flux_through_top(plate) / 1000:.2f} kW/m2")


if __name__ == "__main__":
    main()
