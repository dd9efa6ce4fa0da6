"""Spread of final outbreak sizes over repeated stochastic epidemic runs."""

import numpy as np

POPULATION = 500
BETA, GAMMA = 0.32, 0.2


def run_outbreak(rng, infected=5, days=160):
    s, i, r = POPULATION - infected, infected, 0
    peak = i
    for _ in range(days):
        new = rng.binomial(s, 1 - np.exp(-BETA * i / POPULATION))
        gone = rng.binomial(i, 1 - np.exp(-GAMMA))
        s, i, r = s - new, i + new - gone, r + gone
        peak = max(peak, i)
        if i == 0:
            break
    return r + i, peak


def repeat(n=120, seed=5):
    rng = np.random.default_rng(seed)
    sizes, peaks = [], []
    for _ in range(n):
        size, peak = run_outbreak(rng)
        sizes.append(size)
        peaks.append(peak)
    return np.array(sizes), np.array(peaks)


sizes, peaks = repeat()
low, high = np.percentile(sizes, [5, 95])
print("runs:", len(sizes))
print(f"mean peak {peaks.mean():.1f}")
print(f"90 % of outbreaks between {low:.0f} and {high:.0f}")
print(f"mean final size {sizes.mean():.1f}")
print(f"standard deviation of the final size {sizes.std(ddof=1):.1f}")
