"""Random numbers that are the same again."""

import numpy as np


def _measured(size):
    rng = np.random.default_rng(0)  # fault
    sample = rng.normal(size=size)
    return sample.mean()


def faulty_bootstrap_with_one_seed():
    means = [_measured(30) for _ in range(12)]
    return np.std(np.array(means))


def _trial():
    np.random.seed(42)  # fault
    return np.random.uniform(0, 1, 40).max()


def faulty_monte_carlo_seeded_inside():
    results = np.array([_trial() for _ in range(8)])
    return results.mean(), results.std()


def faulty_spread_of_a_list():
    means = []
    for _ in range(6):
        np.random.seed(1)  # fault
        means.append(np.random.normal(size=20).mean())
    return np.std(means)


def _noisy(signal):
    rng = np.random.RandomState(7)  # fault
    return signal + rng.normal(0, 0.1, len(signal))


def faulty_noise_of_each_sensor():
    signal = np.linspace(0, 1, 25)
    runs = np.array([_noisy(signal) for _ in range(5)])
    return runs.var(axis=0).mean()


def healthy_same_split_for_each_model():
    """The same numbers on purpose: models are compared on one sample."""
    scores = []
    for power in (1, 2, 3, 4):
        rng = np.random.default_rng(0)
        x = rng.uniform(size=50)
        scores.append(float((x**power).mean()))
    return np.std(np.array(scores))


def healthy_generator_made_once():
    rng = np.random.default_rng(0)
    return np.std(np.array([float(rng.normal(size=30).mean()) for _ in range(12)]))


def healthy_seed_of_each_repeat():
    means = []
    for number in range(8):
        rng = np.random.default_rng([0, number])
        means.append(float(rng.normal(size=30).mean()))
    return np.mean(np.array(means))
