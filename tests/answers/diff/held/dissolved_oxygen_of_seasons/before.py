"""Average the oxygen of a bay over seasons and depths, from monthly means of a model."""

import calendar

import numpy as np

rng = np.random.default_rng(61)
years = list(range(2015, 2021))
depths = np.array([0.0, 5.0, 10.0, 20.0, 40.0])

# oxygen in mg per litre: year, month, depth
oxygen = np.zeros((len(years), 12, depths.size))
for y in range(len(years)):
    for m in range(12):
        for d in range(depths.size):
            season = 2.4 * np.cos(2 * np.pi * (m - 1) / 12) * np.exp(-depths[d] / 25.0)
            oxygen[y, m, d] = 9.0 - 0.06 * depths[d] + season
oxygen += rng.normal(0.0, 0.35, oxygen.shape)

# thickness of the layer that each depth stands for
thick = np.zeros(depths.size)
for d in range(depths.size):
    above = depths[d - 1] if d > 0 else depths[0]
    below = depths[d + 1] if d + 1 < depths.size else depths[-1]
    thick[d] = (below - above) / 2

seasons = {"winter": (1, 2, 3), "spring": (4, 5, 6), "summer": (7, 8, 9), "autumn": (10, 11, 12)}
table = np.zeros((len(years), 4))
for y, year in enumerate(years):
    for s, months in enumerate(seasons.values()):
        total, days = 0.0, 0
        for month in months:
            length = calendar.monthrange(year, month)[1]
            column = 0.0
            for d in range(depths.size):
                column += oxygen[y, month - 1, d] * thick[d]
            total += length * column / thick.sum()
            days += length
        table[y, s] = total / days

for s, name in enumerate(seasons):
    print(f"{name}: {table[:, s].mean():.5f} mg/l, lowest {table[:, s].min():.5f}")
slope = np.polyfit(np.array(years) - 2017.5, table.mean(axis=1), 1)[0]
print(f"trend {slope:+.5f} mg/l a year")
print(f"difference of spring and autumn {table[:, 1].mean() - table[:, 3].mean():+.5f}")
