"""Value a ladder of bonds with yields from a curve.

Symptom: prices are higher
Culprit: the spread is 4 basis points in place of 40
Report: none
"""

import numpy as np

SETTINGS = {
    "face": 100.0,
    "coupon": 0.03,
    "frequency": 2,
    "spread": 0.0004,  # culprit
}


def price(years, rate, settings):
    periods = int(years * settings["frequency"])
    times = np.arange(1, periods + 1) / settings["frequency"]
    payment = settings["face"] * settings["coupon"] / settings["frequency"]
    discount = (1 + rate + settings["spread"]) ** -times
    return payment * discount.sum() + settings["face"] * discount[-1]


years = np.array([1, 2, 3, 5, 7, 10])
rates = np.array([0.02, 0.022, 0.024, 0.027, 0.029, 0.031])
prices = np.array([price(y, r, SETTINGS) for y, r in zip(years, rates, strict=True)])
print("prices:", prices.round(6))
print("ladder:", prices.mean())
