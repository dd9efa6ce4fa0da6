"""Compares the entropy of the step lengths of several walkers.

Symptom: the entropy of two of the walkers prints nan
Culprit: an empty bin has p = 0, and 0 * log(0) is 0 * -inf = nan, which the sum takes over; xlogy or leaving empty bins out is meant
Report: https://stackoverflow.com/questions/56665350/handling-zero-multiplied-with-nan
"""

import numpy as np

BINS = 10
RANGE_CM = (40.0, 100.0)


def walk(mean_cm, spread_cm, steps, seed):
    """Step lengths of a walker in cm."""
    rng = np.random.default_rng(seed)
    return np.clip(rng.normal(mean_cm, spread_cm, steps), *RANGE_CM)


def shares(lengths):
    """Share of the steps in each bin of length."""
    counts, _ = np.histogram(lengths, bins=BINS, range=RANGE_CM)
    return counts / counts.sum()


def entropy_bits(probabilities):
    """Shannon entropy of a distribution, in bits."""
    terms = probabilities * np.log2(probabilities)  # culprit
    return -terms.sum()


def evenness(bits):
    """Entropy over the greatest that is possible."""
    return bits / np.log2(BINS)


def main():
    walkers = {
        "Ada": walk(70, 22, 800, seed=1),
        "Ben": walk(72, 4, 800, seed=2),
        "Cleo": walk(66, 20, 700, seed=3),
        "Dan": walk(58, 6, 650, seed=4),
    }
    result = {}
    for name, lengths in walkers.items():
        bits = entropy_bits(shares(lengths))
        result[name] = bits
        print(
            f"{name:5s} mean {lengths.mean():5.1f} cm  entropy {bits:.3f} bits  evenness {evenness(bits):.3f}"
        )
    print(f"mean entropy: {np.mean(list(result.values())):.3f} bits")


if __name__ == "__main__":
    main()
