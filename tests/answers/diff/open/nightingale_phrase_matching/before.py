"""Compares phrases of singing nightingales by dynamic time warping within a band and
assigns recorded phrases to the known repertoire."""

import numpy as np
from numba import njit


@njit
def dtw(a, b, w):
    n = len(a)
    m = len(b)
    D = np.full((n + 1, m + 1), np.inf)
    D[0, 0] = 0.0
    for i in range(1, n + 1):
        c = int(round(i * m / n))
        lo = max(1, c - w)
        hi = min(m, c + w)
        for j in range(lo, hi + 1):
            d = abs(a[i - 1] - b[j - 1])
            best = D[i - 1, j - 1]
            if D[i - 1, j] < best:
                best = D[i - 1, j]
            if D[i, j - 1] < best:
                best = D[i, j - 1]
            D[i, j] = d + best
    return D[n, m] / (n + m)


rng = np.random.default_rng(414)
rep = []
for p in range(8):
    knots = rng.uniform(1.8, 6.5, 7)
    rep.append(np.interp(np.linspace(0, 6, 70), np.arange(7), knots))

rec = []
truth = []
for i in range(40):
    p = rng.integers(0, 8)
    length = int(rng.integers(58, 84))
    warp = np.linspace(0, 1, length) + 0.06 * np.sin(np.pi * np.linspace(0, 1, length)) * rng.normal()
    base = np.interp(np.clip(warp, 0, 1) * 69, np.arange(70), rep[p])
    rec.append(base + rng.normal(0, 0.45, length))
    truth.append(p)

W = 4
D = np.zeros((40, 8))
for i in range(40):
    for p in range(8):
        D[i, p] = dtw(rec[i], rep[p], W)
found = D.argmin(axis=1)
best = np.sort(D, axis=1)
print("assigned correctly: %d of 40" % np.sum(found == np.array(truth)))
print("mean distance %.5f kHz, to the own phrase %.5f kHz" % (D.mean(), best[:, 0].mean()))
print(
    "mean margin %.5f, least margin %.5f"
    % ((best[:, 1] - best[:, 0]).mean(), (best[:, 1] - best[:, 0]).min())
)
for i in range(5):
    print("recording %d: phrase %d, distance %.5f" % (i, found[i], D[i, found[i]]))
