"""Simulate how far animals wander from their den."""

import numpy as np


def step(rng, places):
    headings = rng.uniform(0, 2 * np.pi, len(places))
    lengths = rng.gamma(2.0, 0.5, len(places))
    moves = np.column_stack([np.cos(headings), np.sin(headings)])
    return places + moves * lengths[:, None]


def distances(places):
    return np.hypot(places[:, 0], places[:, 1])


def main():
    rng = np.random.default_rng(17)
    places = np.zeros((50, 2))
    history = []
    for _ in range(120):
        places = step(rng, places)
        history.append(distances(places).mean())
    print(f"mean distance {distances(places).mean():.12f} km")
    print(f"farthest      {distances(places).max():.12f} km")
    print(f"after 30 days {history[29]:.12f} km")


main()
