"""Compare what three banks pay on a savings plan over thirty years.

Symptom: all banks pay the same, and the difference is 0.
Culprit: the compiled function keeps the value that the global had when it was compiled, that of the first bank.
Report: numba/numba#2242 (globals are frozen when a function is compiled)
"""

import numpy as np
from numba import njit

BANKS = {"Anchor": 0.021, "Beacon": 0.026, "Castle": 0.018}
MONTHLY = 0.0


@njit
def step(balance, deposit):
    return (balance + deposit) * (1.0 + MONTHLY)  # culprit


@njit
def grow(deposits):
    """Return the balance at the end of each month."""
    balance = 0.0
    history = np.empty(deposits.size)
    for month in range(deposits.size):
        balance = step(balance, deposits[month])
        history[month] = balance
    return history


def compare(deposits):
    global MONTHLY
    finals = {}
    for bank, rate in BANKS.items():
        MONTHLY = rate / 12.0  # culprit, too
        history = grow(deposits)
        finals[bank] = history[-1]
        print(f"{bank:<8}after 10 years {history[119]:10.2f}, at the end {history[-1]:10.2f}")
    return finals


def main():
    rng = np.random.default_rng(16)
    finals = compare(np.round(rng.uniform(80, 160, 360), 2))
    print("best bank:", max(finals, key=finals.get))
    print(f"difference {max(finals.values()) - min(finals.values()):.2f}")


main()
