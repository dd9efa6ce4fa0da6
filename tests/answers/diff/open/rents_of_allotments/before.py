"""Explain the rents of allotments by size, sun and distance, with associations weighted by their members."""

import numpy as np

rng = np.random.default_rng(1887)
count = 48
size = rng.uniform(120, 420, count)
sun = rng.uniform(0.2, 1.0, count)
distance = rng.gamma(2.0, 1.3, count)
members = rng.integers(8, 260, count)
rent = 20.0 + 0.42 * size + 35.0 * sun - 6.5 * distance + rng.normal(0, 160.0, count) / np.sqrt(members)

# two associations did not tell their rent
rent[[7, 30]] = np.nan

# weighted normal equations, row by row
names = ["base", "size", "sun", "distance"]
matrix = np.zeros((4, 4))
right = np.zeros(4)
used = 0
for i in range(count):
    if np.isnan(rent[i]):
        continue
    row = np.array([1.0, size[i] - 250.0, sun[i], distance[i]])
    for a in range(4):
        for b in range(4):
            matrix[a, b] += members[i] * row[a] * row[b]
        right[a] += members[i] * row[a] * rent[i]
    used += 1
coefficients = np.linalg.solve(matrix, right)

# errors of the coefficients
squares = 0.0
for i in range(count):
    if np.isnan(rent[i]):
        continue
    row = np.array([1.0, size[i] - 250.0, sun[i], distance[i]])
    squares += members[i] * (rent[i] - row @ coefficients) ** 2
variance = squares / (used - 4)
errors = np.sqrt(variance * np.diag(np.linalg.inv(matrix)))

print(f"{used} associations, {members.sum()} members")
for name, value, error in zip(names, coefficients, errors, strict=True):
    print(f"{name:9s} {value:10.5f} +- {error:8.5f}")
print(f"spread for one member {np.sqrt(variance):.5f}")
for plot in ((200.0, 0.5, 1.0), (300.0, 0.9, 4.0), (400.0, 0.7, 2.0)):
    row = np.array([1.0, plot[0] - 250.0, plot[1], plot[2]])
    print(f"plot of {plot[0]:.0f} m2: {row @ coefficients:.4f} a year")
