"""Count the visitors of a market on a grid from the positions of their phones and find the busiest places."""

import numpy as np

rng = np.random.default_rng(64)
n = 4000
x = np.concatenate([rng.normal(18, 3, n // 2), rng.uniform(0, 40, n // 2)])
y = np.concatenate([rng.normal(9, 2, n // 2), rng.uniform(0, 25, n // 2)])
stay = rng.exponential(4.0, n)

inside = (x >= 0) & (x < 40) & (y >= 0) & (y < 25)
x, y, stay = x[inside], y[inside], stay[inside]

column = (x // 2).astype(int)
row = (y // 2.5).astype(int)
minutes = np.zeros((10, 20))
for r, c, s in zip(row, column, stay, strict=True):
    minutes[r, c] += s

share = minutes / minutes.sum()
order = np.argsort(-share, axis=None)[:3]
for place in order:
    r, c = divmod(int(place), 20)
    print(f"stall {r:2d}/{c:2d}: {100 * share[r, c]:.4f} percent of the time")
print(f"evenness {1 / (share**2).sum():.4f}, total {minutes.sum():.3f} minutes")
