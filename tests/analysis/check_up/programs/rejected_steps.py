"""Random walks that accept steps by chance: what is recorded of them, and what is computed of that."""

import math

import numpy as np


def _logarithm(x):
    return -0.5 * (x - 2.0) ** 2


def faulty_goes_on_to_the_next_turn():
    rng, x, kept = np.random.default_rng(0), 0.0, []
    while len(kept) < 400:
        y = rng.uniform(x - 3, x + 3)
        u = rng.random()
        if u >= math.exp(min(0.0, _logarithm(y) - _logarithm(x))):
            continue
        x = y
        kept.append(x)  # fault
    return np.std(kept)


def faulty_energies_of_spins():
    rng, energies, energy = np.random.default_rng(1), [], 0.0
    spins = rng.choice([-1, 1], (6, 6))
    for _ in range(400):
        i, j = rng.integers(0, 6, 2)
        change = 2 * spins[i, j] * (spins[i - 1, j] + spins[i, j - 1])
        after = energy + change
        if change <= 0 or rng.random() < np.exp(-0.6 * change):
            spins[i, j] *= -1
            energy = after
            energies.append(energy)  # fault
    return np.mean(energies)


def healthy_state_in_each_turn():
    rng, x, kept = np.random.default_rng(2), 0.0, []
    for _ in range(400):
        y = x + rng.normal()
        if np.log(rng.random()) < _logarithm(y) - _logarithm(x):
            x = y
        kept.append(x)
    return np.mean(kept)


def healthy_state_in_both_branches():
    rng, x, kept = np.random.default_rng(3), 0.0, np.zeros(400)
    for turn in range(400):
        y = x + rng.normal()
        if np.log(rng.random()) < _logarithm(y) - _logarithm(x):
            x = y
            kept[turn] = y
        else:
            kept[turn] = x
    return np.mean(kept)


def healthy_rejection():
    """Each draw is a new one: what is rejected was no state."""
    rng, kept = np.random.default_rng(4), []
    for _ in range(400):
        x = rng.uniform(-4, 8)
        if rng.random() < np.exp(_logarithm(x)):
            kept.append(x)
    return np.mean(kept)


def healthy_annealing():
    """The best of the accepted states is looked for, not their mean."""
    rng, x, accepted = np.random.default_rng(5), 9.0, []
    for turn in range(400):
        y = x + rng.normal()
        if rng.random() < math.exp(min(0.0, (_logarithm(y) - _logarithm(x)) * 1.01**turn)):
            x = y
            accepted.append(x)
    return np.min(accepted)
