"""Rain in three valleys, with a bug that data flow shows: docs/tutorial-data-flow.md follows it.

The sum of a month's rain comes out as nothing at all. Which operations made the numbers that were added up?
"""

import numpy as np

VALLEYS = ("upper", "middle", "lower")


def measure() -> np.ndarray:
    """A month of rain in each valley, in mm a day."""
    rng = np.random.default_rng(1871)
    return np.round(rng.gamma(0.6, 9.0, size=(len(VALLEYS), 30)), 1)


def departures(rain: np.ndarray) -> np.ndarray:
    """How far each day is from its valley's mean."""
    rain -= rain.mean(axis=1, keepdims=True)
    return rain


def main() -> None:
    rain = measure()
    wettest = departures(rain).argmax(axis=1)
    total = np.sum(rain)
    for valley, day in zip(VALLEYS, wettest, strict=True):
        print(f"{valley}: wettest on day {day + 1}")
    print(f"in all: {abs(total):.1f} mm")


if __name__ == "__main__":
    main()
