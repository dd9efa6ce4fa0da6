"""Measure the pebbles on a photograph of a beach: number, area, centre and roundness."""

import numpy as np

ROWS, COLUMNS = 60, 80

rng = np.random.default_rng(31415)
picture = rng.normal(0.2, 0.05, (ROWS, COLUMNS))
for _ in range(18):
    row, column = rng.uniform(5, ROWS - 5), rng.uniform(5, COLUMNS - 5)
    long, short = rng.uniform(3.0, 6.0), rng.uniform(2.0, 3.0)
    angle = rng.uniform(0, np.pi)
    for i in range(ROWS):
        for j in range(COLUMNS):
            u = (i - row) * np.cos(angle) + (j - column) * np.sin(angle)
            v = -(i - row) * np.sin(angle) + (j - column) * np.cos(angle)
            if (u / long) ** 2 + (v / short) ** 2 < 1:
                picture[i, j] = max(picture[i, j], 0.75)

bright = picture > 0.5

# number the pebbles: neighbours above, below, left and right belong together
label = np.zeros((ROWS, COLUMNS), dtype=int)
number = 0
for i in range(ROWS):
    for j in range(COLUMNS):
        if bright[i, j] and label[i, j] == 0:
            number += 1
            waiting = [(i, j)]
            label[i, j] = number
            while waiting:
                a, b = waiting.pop()
                for c, d in ((a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1)):
                    if 0 <= c < ROWS and 0 <= d < COLUMNS and bright[c, d] and label[c, d] == 0:
                        label[c, d] = number
                        waiting.append((c, d))

pebbles = []
for k in range(1, number + 1):
    places = [(i, j) for i in range(ROWS) for j in range(COLUMNS) if label[i, j] == k]
    area = len(places)
    if area < 10:
        continue
    centre_row = sum(i for i, _ in places) / area
    centre_column = sum(j for _, j in places) / area
    ss = sum((i - centre_row) ** 2 for i, _ in places) / area
    tt = sum((j - centre_column) ** 2 for _, j in places) / area
    st = sum((i - centre_row) * (j - centre_column) for i, j in places) / area
    # axes of the ellipse with the same second moments
    middle = (ss + tt) / 2
    reach = np.sqrt(((ss - tt) / 2) ** 2 + st**2)
    major, minor = 4 * np.sqrt(middle + reach), 4 * np.sqrt(middle - reach)
    pebbles.append((area, centre_row, centre_column, minor / major))

pebbles.sort(reverse=True)
print(f"{len(pebbles)} pebbles of {number} bright spots")
for area, row, column, roundness in pebbles[:8]:
    print(f"area {area:4d}  at {row:7.3f} {column:7.3f}  roundness {roundness:.5f}")
areas = np.array([pebble[0] for pebble in pebbles], dtype=float)
print(f"mean area {areas.mean():.4f}, spread {areas.std():.4f}")
print(f"mean roundness {np.mean([pebble[3] for pebble in pebbles]):.6f}")
print(f"covered {100 * bright.mean():.3f} %")
