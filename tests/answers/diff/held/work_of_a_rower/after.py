"""Add up the work of a rower, stroke by stroke, from the force at the handle and its speed.

Symptom: work, length and power change in the fourth digit.
Culprit: since SciPy 1.11, `simpson` fits a parabola at the end of an even number of values; `simps` took a trapezoid.
Report: scipy/scipy#18209 (simpson changes its result for an even number of points)
"""

import numpy as np
from scipy import integrate

RATE = 25.0  # readings a second


def stroke(rng, number):
    """Return force in N and speed in m/s during one drive of the given number of readings."""
    phase = np.linspace(0.0, 1.0, number)
    force = rng.uniform(520.0, 640.0) * np.sin(np.pi * phase**0.8) + 60.0 * (1.0 - phase)
    speed = 0.5 + 1.3 * np.sin(np.pi * phase * 0.85)
    return force + rng.normal(0.0, 6.0, number), speed


def integrals(*series, dx):
    return [integrate.simpson(values, dx=dx) for values in series]  # culprit


def piece(rng, strokes=40):
    """Return work in J, length in m and duration in s of each drive."""
    rows = []
    for _ in range(strokes):
        number = int(rng.integers(14, 22))
        force, speed = stroke(rng, number)
        rows.append((*integrals(force * speed, speed, dx=1.0 / RATE), (number - 1) / RATE))
    return np.array(rows)


def main():
    table = piece(np.random.default_rng(2000))
    work, length, duration = table.T
    print(f"work {work.sum():.4f} J, of one stroke {work.mean():.4f} J")
    print(f"length {length.mean():.6f} m, longest {length.max():.6f} m")
    print(f"power in the drive {work.sum() / duration.sum():.5f} W")
    print(f"strongest stroke {work.argmax()}: {work.max():.5f} J")


if __name__ == "__main__":
    main()
