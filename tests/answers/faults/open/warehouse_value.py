"""Value of a warehouse's stock, in cents.

Symptom: The number is wrong.
Culprit: Int32 product wraps.
Report: numpy/numpy#593
"""

import numpy as np

rng = np.random.default_rng(71)

ITEMS = 400


def stock_list():
    pieces = rng.integers(1, 9000, ITEMS).astype(np.int32)
    cents = rng.integers(50, 15000, ITEMS).astype(np.int32)
    # the spare engines on shelf 9
    pieces[:6] = 1500
    cents[:6] = 2_000_000
    return pieces, cents


pieces, cents = stock_list()
print("items:", pieces.size, " pieces:", int(pieces.sum()))
print("dearest item (cents):", int(cents.max()))

value = pieces * cents  # culprit
share = np.sort(value)[::-1][:40].sum() / value.sum()

print("mean value of an item (cents):", value.mean().round(2))
print("stock value (cents):", value.sum())
