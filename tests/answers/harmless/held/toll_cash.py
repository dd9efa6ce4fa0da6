"""Cash check of a toll road: do the booths' sums match the till?

Adds up the fares of each booth in two ways and compares with the amount in the till,
to the cent.

Culprit: none
Tempts: sums of 0.10 and 0.35 in floating point differ in the last digits by the order
of adding, and float32 readings differ more; all comparisons round to cents first.
"""

import math

import numpy as np

FARES = np.array([0.10, 0.35, 1.20, 2.60])
BOOTHS = 5


def passages(seed=110):
    rng = np.random.default_rng(seed)
    return [FARES[rng.choice(4, 4000, p=[0.2, 0.4, 0.3, 0.1])] for _ in range(BOOTHS)]


def cents(amount):
    return int(round(100 * amount))


def running_sum(fares):
    total = 0.0
    for fare in fares:
        total += fare
    return total


day = passages()
till = [math.fsum(fares) for fares in day]
for booth, fares in enumerate(day, start=1):
    one_by_one = running_sum(fares)
    sorted_sum = np.sort(fares)[::-1].sum()
    display = float(fares.astype(np.float32).sum(dtype=np.float32))
    same = cents(one_by_one) == cents(sorted_sum) == cents(till[booth - 1])
    near = abs(display - till[booth - 1]) < 0.05
    print(
        f"booth {booth}: {one_by_one:9.2f}  books {'ok' if same else 'CHECK'}, "
        f"display {'ok' if near else 'CHECK'}"
    )
total = sum(cents(amount) for amount in till)
print(f"all booths {total / 100:.2f}, passages {sum(map(len, day))}")
