"""Add up the work of a rower, stroke by stroke, from the force at the handle and its speed."""

import numpy as np

RATE = 25.0  # readings a second


def stroke(rng, number):
    """Return force in N and speed in m/s during one drive of the given number of readings."""
    phase = np.linspace(0.0, 1.0, number)
    force = rng.uniform(520.0, 640.0) * np.sin(np.pi * phase**0.8) + 60.0 * (1.0 - phase)
    speed = 0.5 + 1.3 * np.sin(np.pi * phase * 0.85)
    return force + rng.normal(0.0, 6.0, number), speed


def simpson(values, dx):
    """Return the integral by Simpson's rule, for an odd number of values."""
    return dx / 3.0 * (values[0] + values[-1] + 4.0 * values[1:-1:2].sum() + 2.0 * values[2:-1:2].sum())


def integral(values, dx):
    """Return the integral as SciPy's `simps` did: of an even number, the mean over either end as a trapezoid."""
    if len(values) % 2:
        return simpson(values, dx)
    first = simpson(values[:-1], dx) + dx * (values[-2] + values[-1]) / 2
    last = simpson(values[1:], dx) + dx * (values[0] + values[1]) / 2
    return (first + last) / 2


def piece(rng, strokes=40):
    """Return work in J, length in m and duration in s of each drive."""
    rows = []
    for _ in range(strokes):
        number = int(rng.integers(14, 22))
        force, speed = stroke(rng, number)
        dx = 1.0 / RATE
        rows.append((integral(force * speed, dx), integral(speed, dx), (number - 1) * dx))
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
