"""Compute a wind turbine's power curve and its mean over the classes of wind speed.

Symptom: The mean over the classes rises from 417 kW to 744 kW though the measurements are the same.
Culprit: With `observed=True` the 11 of 25 classes without a measurement are not in the curve and no longer count as 0.
Report: NatLabRockies/flasc#225
"""

import numpy as np
import pandas as pd

BINS = np.arange(0, 26, 1.0)


def measurements():
    rng = np.random.default_rng(12)
    speed = 8 + 2.2 * rng.standard_normal(600)
    power = np.clip(2000 * ((speed - 3) / 9) ** 3, 0, 2000)
    return pd.DataFrame({"speed": speed.clip(0.1), "power": power + rng.normal(0, 20, 600)})


def power_curve(data):
    classes = pd.cut(data["speed"], BINS)
    grouped = data.groupby(classes, observed=True)["power"]  # culprit
    return grouped.mean()


def main():
    curve = power_curve(measurements())
    filled = curve.fillna(0.0)
    print("classes:", len(curve))
    print(f"mean over classes {filled.mean():.2f} kW")
    print(f"best class        {filled.idxmax()}")


main()
