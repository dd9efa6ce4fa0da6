"""Counts the visitors of a museum from turnstile events and tells how long they stay,
which halls are crowded at noon and what the ticket kinds earn."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(71)
n = 900
kind = rng.choice(["adult", "student", "family"], size=n, p=[0.5, 0.3, 0.2])
enter = rng.normal(12.6, 1.8, n).clip(9, 17)
stay = rng.gamma(4.0, 0.42, n)
hall = rng.choice(["Egypt", "Rome", "Modern"], size=n)
df = pd.DataFrame({"kind": kind, "enter": enter, "leave": np.minimum(enter + stay, 18.0), "hall": hall})

price = {"adult": 14.0, "student": 8.0, "family": 29.0}
df["paid"] = 0.0
for i in range(len(df)):
    df.loc[i, "paid"] = price[df.loc[i, "kind"]]

df["hours"] = df["leave"] - df["enter"]

noon = {}
for h in ["Egypt", "Modern", "Rome"]:
    c = 0
    for i in range(len(df)):
        if df["hall"][i] == h and df["enter"][i] <= 12.0 and df["leave"][i] > 12.0:
            c += 1
    noon[h] = c

res = []
for k in ["adult", "family", "student"]:
    sub = df[df["kind"] == k]
    res.append([k, len(sub), sub["hours"].mean(), sub["hours"].median(), sub["paid"].sum()])

for r in res:
    print("%-8s n %4d  mean stay %.3f h  median %.3f h  income %.2f" % tuple(r))
print("in the halls at noon:", noon)
print("busiest entry hour:", df["enter"].astype(int).value_counts().idxmax())
print("still inside at closing: %d" % (df["leave"] >= 18.0).sum())
