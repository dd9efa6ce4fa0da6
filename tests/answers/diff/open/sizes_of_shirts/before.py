"""Guess how many shirts of a kind come back, from size, colour and price."""

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error

rng = np.random.default_rng(5)
n = 300
sizes = ["XS", "S", "M", "L", "XL"]
size = rng.choice(sizes, n)
colour = rng.choice(["black", "blue", "white"], n)
price = rng.gamma(6.0, 5.0, n)
step = np.array([sizes.index(s) for s in size])
returned = 6 + 1.8 * step + 0.05 * price + 1.0 * (colour == "white") + rng.normal(0, 1.0, n)

table = pd.DataFrame({"size": step.astype(float), "price": price})
table["black"] = (colour == "black").astype(float)
table["blue"] = (colour == "blue").astype(float)
table["white"] = (colour == "white").astype(float)

train, test = np.arange(n) < 220, np.arange(n) >= 220
model = Ridge(alpha=1.0).fit(table[train].to_numpy(), returned[train])
guess = model.predict(table[test].to_numpy())
r2 = model.score(table[test].to_numpy(), returned[test])
print(f"error {mean_absolute_error(returned[test], guess):.6f}, r2 {r2:.6f}")
print(f"one size more: {model.coef_[0]:.6f}, one euro more: {model.coef_[1]:.6f}")
print(f"white against black: {model.coef_[4] - model.coef_[2]:.6f}")
