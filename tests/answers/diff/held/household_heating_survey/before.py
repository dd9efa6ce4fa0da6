"""Estimates the heating demand of a town's households from a survey whose rare house
types were oversampled; prints the effects and the town's total."""

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression
from sklearn.metrics import mean_squared_error

rng = np.random.default_rng(404)
town = {"flat": 5200, "terrace": 2600, "detached": 900, "farm": 110}
sampled = {"flat": 120, "terrace": 100, "detached": 90, "farm": 60}
frames = []
for kind in town:
    k = sampled[kind]
    size = {"flat": 68, "terrace": 105, "detached": 148, "farm": 230}[kind]
    area = rng.normal(size, 0.18 * size, k)
    age = rng.uniform(2, 110, k)
    need = {"flat": 62, "terrace": 85, "detached": 108, "farm": 150}[kind]
    kwh = area * (need + 0.55 * age) * rng.lognormal(0, 0.16, k)
    frames.append(pd.DataFrame({"kind": kind, "area": area, "age": age, "kwh": kwh, "w": town[kind] / k}))
df = pd.concat(frames, ignore_index=True)

X = df[["area", "age"]].copy()
X["area_age"] = X["area"] * X["age"] / 100
y = df["kwh"]

m = LinearRegression()
m.fit(X, y, sample_weight=df["w"])
p = m.predict(X)

print("R2 %.4f" % m.score(X, y, sample_weight=df["w"]))
print("rmse %.1f kWh" % np.sqrt(mean_squared_error(y, p, sample_weight=df["w"])))
for name, c in zip(X.columns, m.coef_):
    print("  %-9s %10.3f" % (name, c))
print("intercept %.2f" % m.intercept_)
print("total of the town %.2f GWh" % (np.sum(df["w"] * p) / 1e6))
for kind in town:
    s = df["kind"] == kind
    print("%-9s mean forecast %.0f kWh, mean reading %.0f kWh" % (kind, p[s].mean(), y[s].mean()))
test = pd.DataFrame({"area": [60.0, 110.0, 160.0], "age": [40.0, 15.0, 90.0]})
test["area_age"] = test["area"] * test["age"] / 100
print("examples:", m.predict(test).round(0).tolist())
