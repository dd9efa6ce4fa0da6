"""Compare what three banks pay on a savings plan over thirty years."""

import numpy as np
from numba import njit

BANKS = {"Anchor": 0.021, "Beacon": 0.026, "Castle": 0.018}


@njit
def grow(deposits, rate):
    """Return the balance at the end of each month."""
    balance = 0.0
    history = np.empty(deposits.size)
    for month in range(deposits.size):
        balance = (balance + deposits[month]) * (1.0 + rate / 12.0)
        history[month] = balance
    return history


rng = np.random.default_rng(16)
deposits = np.round(rng.uniform(80, 160, 360), 2)
finals = {}
for bank, rate in BANKS.items():
    history = grow(deposits, rate)
    finals[bank] = history[-1]
    print(f"{bank:<8}after 10 years {history[119]:10.2f}, at the end {history[-1]:10.2f}")
print("best bank:", max(finals, key=finals.get))
print(f"difference {max(finals.values()) - min(finals.values()):.2f}")
