"""Ski jumping results with wind and gate compensation.

Computes the points of two rounds and compares them with the raw distances.

Symptom: none
Culprit: none
Tempts: compensate writes rows with -=, but into its own copy.
Report: none
"""

import numpy as np

HILL_POINT = 120.0
METRE_VALUE = 1.8


def competition(rng, jumpers=30):
    skill = rng.normal(0, 5.0, jumpers)
    wind = rng.normal(0.2, 0.6, (2, jumpers))
    distance = 122 + skill + 4.5 * wind + rng.normal(0, 2.5, (2, jumpers))
    style = 52 + 0.15 * skill + rng.normal(0, 1.0, (2, jumpers))
    return np.round(distance * 2) / 2, wind, style


def compensate(distance, wind):
    """Distances as if there were no wind."""
    fair = np.array(distance)
    for k in range(len(wind)):
        fair[k] -= 4.5 * wind[k]
    return fair


def points(distance, style):
    return 60.0 + METRE_VALUE * (distance - HILL_POINT) + style


def ranking(total):
    order = np.argsort(-total)
    place = np.empty(order.size, dtype=int)
    place[order] = np.arange(1, order.size + 1)
    return place


def main():
    distance, wind, style = competition(np.random.default_rng(52))
    print("mean distance: %.3f" % distance.mean())
    fair = compensate(distance, wind)
    with_wind = points(fair, style).sum(axis=0)
    raw = points(distance, style).sum(axis=0)
    print("raw longest jump: %.2f, mean %.3f" % (distance.max(), distance.mean()))
    print("fair longest jump: %.2f, mean %.3f" % (fair.max(), fair.mean()))
    print("correlation raw and fair: %.5f" % np.corrcoef(distance.ravel(), fair.ravel())[0, 1])
    moved = ranking(raw) - ranking(with_wind)
    print("jumpers who moved: %d, largest move %d" % ((moved != 0).sum(), np.abs(moved).max()))
    print("wind effect on distance: %.4f m per m/s" % np.polyfit(wind.ravel(), distance.ravel(), 1)[0])
    print("winner: %d with %.2f points" % (with_wind.argmax(), with_wind.max()))


if __name__ == "__main__":
    main()
