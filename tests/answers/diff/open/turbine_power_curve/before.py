"""Compute a wind turbine's power curve and its mean over the classes of wind speed."""

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
    grouped = data.groupby(classes, observed=False)["power"]
    return grouped.mean()


def main():
    curve = power_curve(measurements())
    filled = curve.fillna(0.0)
    print("classes:", len(curve))
    print(f"mean over classes {filled.mean():.2f} kW")
    print(f"best class        {filled.idxmax()}")


main()
