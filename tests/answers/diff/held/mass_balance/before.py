"""Compares the modelled with the measured water balance of a reservoir."""

import numpy as np


def simulate(days=60, seed=5):
    rng = np.random.default_rng(seed)
    measured = rng.gamma(1.2, 6.0, days) + 0.4
    modelled = measured + rng.normal(0.3, 1.2, days)
    return measured, modelled


def balance_error(measured, modelled):
    """Mean absolute percentage error of the daily balance."""
    total = 0.0
    for m, s in zip(measured, modelled):
        total += abs(s - m) / m
    return 100.0 * total / len(measured)


def bias(measured, modelled):
    total = 0.0
    for m, s in zip(measured, modelled):
        total += s - m
    return total / len(measured)


if __name__ == "__main__":
    measured, modelled = simulate()
    print("days:", len(measured))
    print("inflow: %.1f mm" % sum(measured))
    print("bias: %.3f mm/day" % bias(measured, modelled))
    print("balance error: %.1f %%" % balance_error(measured, modelled))
    half = len(measured) // 2
    print("first half: %.1f %%" % balance_error(measured[:half], modelled[:half]))
    print("second half: %.1f %%" % balance_error(measured[half:], modelled[half:]))
