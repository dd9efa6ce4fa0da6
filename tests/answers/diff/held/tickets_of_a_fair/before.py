"""Add up the takings of the stalls of a fair over a season, in cents."""

import numpy as np

rng = np.random.default_rng(1810)
names = ["wheel", "train", "swing", "ghosts", "shots"]
price = np.array([650, 380, 450, 520, 300])
visitors = rng.poisson([52000, 21000, 29000, 18000, 12000], (140, 5))
open_days = rng.random((140, 5)) > 0.1
visitors = visitors * open_days

takings = np.zeros(5, dtype=np.int64)
for day in visitors:
    takings += day * price
for name, t in zip(names, takings, strict=True):
    print(f"{name:7s} {t / 100:14.2f} euros, {t / 100 / 140:10.2f} a day")
total = int(visitors.sum(axis=0) @ price)
print(f"total {total / 100:.2f} euros")
print(f"share of the wheel {takings[0] / total:.5f}")
best = visitors.sum(axis=1).argmax()
print("best day", int(best), int(visitors[best].sum()))
