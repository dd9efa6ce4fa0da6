"""Weigh the bricks of a tower floor by floor and find its centre of mass."""

import numpy as np

rng = np.random.default_rng(5)
floors = 30
bricks = []
for f in range(floors):
    number = 40 - f
    w = rng.normal(3.2, 0.1, number)
    x = rng.uniform(-1, 1, number) * (1 - f / 60)
    y = rng.uniform(-1, 1, number) * (1 - f / 60)
    bricks.append((w, x, y, 0.25 * f + 0.125))

total = 0.0
mx = my = mz = 0.0
for w, x, y, z in bricks:
    total += w.sum()
    mx += (w * x).sum()
    my += (w * y).sum()
    mz += (w * z).sum()

print(f"mass {total:.6f} kg")
print(f"centre {mx / total:.8f} {my / total:.8f} {mz / total:.8f} m")
heavy = [f for f in range(floors) if bricks[f][0].mean() > 3.2]
print("heavy floors:", heavy)
