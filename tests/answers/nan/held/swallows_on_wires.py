"""Model how many swallows sit on the wires of a village each evening, with a moving baseline.

Symptom: The coefficients, the likelihood and the expected count of tomorrow are nan.
Culprit: The baseline is shifted by one week, so the first seven evenings have none, and they are not left out.
Report: none
"""

import numpy as np
import pandas as pd
from scipy.special import gammaln

rng = np.random.default_rng(411)
evenings = pd.date_range("2021-06-01", "2021-09-20", freq="D")
weather = pd.DataFrame(
    {
        "wind": rng.gamma(2.0, 2.1, len(evenings)),
        "warmth": 18 + 5 * np.sin(np.arange(len(evenings)) / 18) + rng.normal(0, 1.5, len(evenings)),
    },
    index=evenings,
)
# the thermometer was away for repair
weather.loc["2021-07-12":"2021-07-16", "warmth"] = np.nan
weather["warmth"] = weather["warmth"].interpolate()
assert weather.notna().all().all()

expected = np.exp(3.4 + 0.03 * (weather["warmth"] - 18) - 0.08 * weather["wind"])
birds = pd.Series(rng.poisson(expected), index=evenings, name="birds")

# %% what a count should be by the week before
smooth = birds.rolling(7, center=True, min_periods=1).mean()
baseline = smooth.shift(7)  # culprit
print(f"mean count {birds.mean():.3f}, mean baseline {baseline.mean():.3f}")

# %% design
design = pd.DataFrame(
    {
        "constant": 1.0,
        "warmth": weather["warmth"] - weather["warmth"].mean(),
        "wind": weather["wind"] - weather["wind"].mean(),
        "before": np.log(baseline),
    }
)
print(design.describe().loc[["mean", "std"]].round(3).to_string())


# %% Poisson regression by Newton steps
def likelihood(beta, x, y):
    mean = np.exp(x @ beta)
    return float(np.sum(y * np.log(mean) - mean - gammaln(y + 1)))


def newton(x, y, rounds=8):
    beta = np.zeros(x.shape[1])
    beta[0] = np.log(y.mean())
    for _ in range(rounds):
        mean = np.exp(x @ beta)
        gradient = x.T @ (y - mean)
        curvature = (x * mean[:, None]).T @ x
        beta = beta + np.linalg.solve(curvature, gradient)
    return beta


x = design.to_numpy()
y = birds.to_numpy(dtype=float)
beta = newton(x, y)
for name, value in zip(design.columns, beta, strict=True):
    print(f"{name:9s} {value:.5f}")
print(f"likelihood {likelihood(beta, x, y):.4f}")
tomorrow = np.array([1.0, 1.5, -1.0, np.log(smooth.iloc[-7])])
print(f"expected tomorrow: {np.exp(tomorrow @ beta):.3f} swallows")
