"""Energy of narrow spectral lines on a wide range, with known line positions.

Symptom: none
Culprit: none
Tempts: a question could accuse this: twin of line_luminosity: quad on a wide range split at the known lines.
Report: none
"""

import numpy as np
from scipy.integrate import quad

LINES = [(588.9, 0.02, 1.0), (656.3, 0.03, 2.2), (777.2, 0.05, 0.6)]
LOW, HIGH = 300.0, 1100.0


def profile(x, centre, width, peak):
    return peak * np.exp(-0.5 * ((x - centre) / width) ** 2)


def spectrum(x):
    return sum(profile(x, *line) for line in LINES)


def line_energy(centre, width, peak):
    value, error = quad(profile, centre - 10 * width, centre + 10 * width, args=(centre, width, peak))
    return value


def total_energy():
    edges = [LOW]
    for centre, width, _ in LINES:
        edges += [centre - 10 * width, centre + 10 * width]
    edges.append(HIGH)
    return sum(quad(spectrum, a, b)[0] for a, b in zip(edges[:-1], edges[1:]))


def main():
    each = [line_energy(*line) for line in LINES]
    total = total_energy()
    for (centre, _, _), value in zip(LINES, each):
        print(f"{centre:7.1f} nm  {value:.5f}")
    print(f"total: {total:.5f}")
    print(f"share of the strongest line: {max(each) / total:.4f}")


if __name__ == "__main__":
    main()
