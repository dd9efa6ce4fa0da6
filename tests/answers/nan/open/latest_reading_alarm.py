"""Raise an alarm for pumps whose latest pressure is far from their own history.

Symptom: pump "north" has score nan, so it never raises an alarm, and the worst score is nan.
Culprit: the pressure of "north" has been 20.0 all day: its standard deviation is 0 and the score is 0 / 0.
Report: numpy/numpy#17261
"""

import numpy as np

HISTORY = {
    "south": [18.9, 19.4, 19.1, 18.7, 19.0, 19.2, 22.9],
    "west": [7.2, np.nan, 7.4, 7.1, 7.3, np.nan, 7.2],
    "north": [20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0],
    "east": [3.1, 2.9, 3.0, 3.3, 3.2, 2.8, 3.0],
}


def score(pressures):
    x = np.array(pressures)
    x = x[~np.isnan(x)]
    return (x[-1] - x.mean()) / x.std()  # culprit


def main():
    scores = {pump: score(pressures) for pump, pressures in HISTORY.items()}
    for pump, z in scores.items():
        print(f"{pump:6s} {z:6.2f} {'ALARM' if abs(z) > 2 else ''}")
    print("worst score:", np.max(np.abs(list(scores.values()))))


main()
