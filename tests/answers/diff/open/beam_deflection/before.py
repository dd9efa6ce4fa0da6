"""Deflection of a simply supported timber beam under several point loads.

Superposes the textbook solution for each load and prints the deflection at the
quarter points and the largest one.

Culprit: none: equal
"""

import numpy as np

SPAN = 6.0  # m
STIFFNESS = 11e9 * 0.12 * 0.28**3 / 12.0  # N m2
LOADS = [(1.5, 4000.0), (3.0, 2500.0), (4.8, 6000.0)]


def deflection_at(x):
    total = 0.0
    for a, force in LOADS:
        b = SPAN - a
        if x <= a:
            total += force * b * x * (SPAN**2 - b**2 - x**2) / (6 * SPAN * STIFFNESS)
        else:
            y = SPAN - x
            total += force * a * y * (SPAN**2 - a**2 - y**2) / (6 * SPAN * STIFFNESS)
    return total


points = [0.25 * SPAN, 0.5 * SPAN, 0.75 * SPAN]
for x in points:
    print(f"x = {x:.2f} m: {1e3 * deflection_at(x):.4f} mm")
grid = np.linspace(0, SPAN, 601)
values = [deflection_at(x) for x in grid]
worst = int(np.argmax(values))
print(f"largest {1e3 * values[worst]:.4f} mm at {grid[worst]:.2f} m")
