"""Price call options by simulated paths."""

import numpy as np

rng = np.random.default_rng(77)
rate, spread, years, steps = 0.03, 0.2, 1.0, 24
dt = years / steps
paths = np.full((500, steps + 1), 100.0)
for step in range(steps):
    shock = rng.standard_normal(500)
    paths[:, step + 1] = paths[:, step] * np.exp((rate - spread**2 / 2) * dt + spread * np.sqrt(dt) * shock)
for strike in (90, 100, 110):
    payoff = np.maximum(paths[:, -1] - strike, 0)
    asian = np.maximum(paths[:, 1:].mean(axis=1) - strike, 0)
    print(
        strike,
        round(np.exp(-rate * years) * payoff.mean(), 5),
        round(np.exp(-rate * years) * asian.mean(), 5),
    )
