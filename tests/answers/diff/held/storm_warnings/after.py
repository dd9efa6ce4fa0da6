"""Hours with a storm warning at an airport.

A warning is due in gusts above 25 m/s, or in gusts above 17 m/s with rain. Prints
the hours with a warning, the longest spell and the share at night. Conditions have
names now, and the longest spell is found without a loop.

Culprit: brackets around "violent | strong" make the rain a condition for gusts above
25 m/s, too; dry hours with such gusts get no warning any more and spells break up.
"""

import numpy as np

VIOLENT, STRONG, WET = 25.0, 17.0, 0.2


def winter(hours=24 * 90, seed=90):
    rng = np.random.default_rng(seed)
    wind = np.zeros(hours)
    for i in range(1, hours):
        wind[i] = 0.93 * wind[i - 1] + rng.normal(0, 1.0)
    gust = np.maximum(11.0 + 3.6 * wind, 0.5) * rng.uniform(0.95, 1.15, hours)
    rain = np.where(rng.random(hours) < 0.35 + 0.004 * gust, rng.exponential(1.1, hours), 0.0)
    return gust, rain


def warnings(gust, rain):
    violent = gust > VIOLENT
    strong = gust > STRONG
    wet = rain > WET
    return (violent | strong) & wet  # culprit


def longest_spell(flags):
    edges = np.diff(np.concatenate([[0], flags.astype(int), [0]]))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    return int((ends - starts).max(initial=0))


def main():
    flags = warnings(*winter())
    hour = np.arange(flags.size) % 24
    night = flags & ((hour >= 22) | (hour < 6))
    print(f"hours with warning {flags.sum()} of {flags.size}")
    print(f"longest spell {longest_spell(flags)} h, at night {night.sum() / flags.sum():.1%}")


main()
