"""Weekly price risk of a spice trader: covariance of the returns of five spices,
the minimum variance mix of the stock and its value at risk.
Symptom: the volatility of the mix fell from 2.0294 % to 1.9824 % and the 95 % value at risk from 2804.23 to 2739.25.
Culprit: np.cov is called with bias=True and divides by n instead of n - 1.
Report: none
"""

import numpy as np

SPICES = ["pepper", "cumin", "saffron", "clove", "cardamom"]
STOCK_VALUE = 84_000.0


def prices(rng, weeks=20):
    vol = np.array([0.021, 0.034, 0.047, 0.029, 0.052])
    common = rng.normal(0, 0.015, (weeks, 1))
    r = common + rng.normal(0.001, 1, (weeks, 5)) * vol
    start = np.array([6.2, 3.9, 2900.0, 9.8, 21.5])
    return start * np.exp(np.vstack([np.zeros(5), np.cumsum(r, axis=0)]))


def covariance(returns):
    return np.cov(returns, rowvar=False, bias=True)  # culprit


def minimum_variance(cov, ridge=5e-4):
    ones = np.ones(len(cov))
    w = np.linalg.solve(cov + ridge * np.eye(len(cov)), ones)
    return w / w.sum()


rng = np.random.default_rng(2024)
p = prices(rng)
returns = np.diff(np.log(p), axis=0)
cov = covariance(returns)
w = minimum_variance(cov)
sigma = np.sqrt(w @ cov @ w)

for name, wi, s in zip(SPICES, w, np.sqrt(np.diag(cov))):
    print(f"{name:9s} weight {wi:6.3f}  weekly volatility {100 * s:.3f} %")
print(f"mix volatility {100 * sigma:.4f} % per week")
print(f"95 % value at risk {1.645 * sigma * STOCK_VALUE:.2f}")
print(f"99 % value at risk {2.326 * sigma * STOCK_VALUE:.2f}")
