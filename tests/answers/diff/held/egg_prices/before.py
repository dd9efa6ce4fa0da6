"""Effect of the feed price on the price of eggs, by least squares."""

import numpy as np

rng = np.random.default_rng(42)

WEEKS = 80
feed = rng.uniform(20, 40, WEEKS)
eggs = 1.1 + 0.035 * feed + rng.normal(0, 0.08, WEEKS)
print("weeks:", WEEKS)
print("eggs cost between", eggs.min().round(2), "and", eggs.max().round(2))

fm, em = feed.mean(), eggs.mean()
sxy = ((feed - fm) * (eggs - em)).sum()
sxx = ((feed - fm) ** 2).sum()
slope = sxy / sxx
intercept = em - slope * fm

fitted = intercept + slope * feed
left = ((eggs - fitted) ** 2).sum()
r2 = 1 - left / ((eggs - em) ** 2).sum()
sigma = np.sqrt(left / (WEEKS - 2))

print("R squared:", r2.round(4))
print("spread of the residuals:", sigma.round(4))
print("price of eggs if feed costs ten more:", (10 * slope).round(3))
print("effect of the feed price:", slope)
