"""Symbolic words of a pulse signal and the most unusual window."""

import numpy as np
from scipy import stats

WINDOW, PIECES = 32, 4
BREAKS = stats.norm.ppf([0.25, 0.5, 0.75])


def pulse(seed=91, n=320):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    x = np.sin(2 * np.pi * t / 32) + 0.4 * np.sin(4 * np.pi * t / 32) + 0.1 * rng.normal(size=n)
    x[-32:] = 2.3 * np.sin(2 * np.pi * t[-32:] / 11)
    return x


def word_of(window):
    z = (window - window.mean()) / window.std()
    word = ""
    for k in range(PIECES):
        piece = z[k * WINDOW // PIECES : (k + 1) * WINDOW // PIECES].mean()
        word += "abcd"[int((piece > BREAKS).sum())]
    return word


def words(x, step=8):
    out = []
    start = 0
    while start + WINDOW <= len(x):
        out.append((start, word_of(x[start : start + WINDOW])))
        start += step
    return out


def energy(x, start):
    return float((x[start : start + WINDOW] ** 2).mean())


x = pulse()
found = words(x)
strongest = max(found, key=lambda item: energy(x, item[0]))
print("windows:", len(found))
print("different words:", len({w for _, w in found}))
print("strongest window starts at", strongest[0], "word", strongest[1])
print("its energy: %.4f" % energy(x, strongest[0]))
