"""Choose the height of a bridge from the yearly high waters of its river.

Symptom: the levels of 90 and 98 per cent and all decks are higher, by up to 98 cm; the one of 50 per cent is the same.
Culprit: the percentile is the next higher measurement instead of a value between the two nearest.
Report: numpy/numpy#10736
"""

import numpy as np

YEARS = 43
CLEARANCE = 0.6


def high_waters(seed):
    """Return the highest water of each year in metres above the gauge."""
    rng = np.random.default_rng(seed)
    return 3.1 + rng.gumbel(0.0, 0.45, YEARS)


def design_level(waters, share):
    return np.percentile(waters, share, method="higher")  # culprit


def deck_height(waters, share, piers):
    level = design_level(waters, share)
    backwater = 0.04 * piers * np.sqrt(level)
    return level + backwater + CLEARANCE


def main():
    waters = high_waters(seed=77)
    print(f"{YEARS} years, mean {waters.mean():.4f} m, highest {waters.max():.4f} m")
    for share in (50, 90, 98):
        print(f"{share} %: level {design_level(waters, share):.4f} m")
    for piers in (1, 2, 4):
        print(f"{piers} piers: deck at {deck_height(waters, 98, piers):.4f} m")


if __name__ == "__main__":
    main()
