"""Symbolic words of a pulse signal and the most unusual window.

Symptom: The last number is another one.
Culprit: While loop to arange(0, n - window), last window lost (energy 2.679 -> 2.346).
Report: seninp/saxpy#6
"""

import numpy as np
from scipy import stats


class SymbolicWindows:
    def __init__(self, window=32, pieces=4, alphabet="abcd", step=8):
        self.window, self.pieces, self.step = window, pieces, step
        self.alphabet = np.array(list(alphabet))
        share = np.arange(1, len(alphabet)) / len(alphabet)
        self.breaks = stats.norm.ppf(share)

    def cut(self, x):
        starts = np.arange(0, len(x) - self.window, self.step)  # culprit
        return starts, x[starts[:, None] + np.arange(self.window)]

    def words(self, windows):
        z = (windows - windows.mean(axis=1, keepdims=True)) / windows.std(axis=1, keepdims=True)
        means = z.reshape(len(z), self.pieces, -1).mean(axis=2)
        letters = self.alphabet[np.searchsorted(self.breaks, means)]
        return ["".join(row) for row in letters]


def pulse(seed=91, n=320):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    x = np.sin(2 * np.pi * t / 32) + 0.4 * np.sin(4 * np.pi * t / 32) + 0.1 * rng.normal(size=n)
    x[-32:] = 2.3 * np.sin(2 * np.pi * t[-32:] / 11)
    return x


def main():
    sax = SymbolicWindows()
    starts, windows = sax.cut(pulse())
    words = sax.words(windows)
    energy = (windows**2).mean(axis=1)
    best = int(energy.argmax())
    print("windows:", len(words))
    print("different words:", len(set(words)))
    print("strongest window starts at", starts[best], "word", words[best])
    print("its energy: %.4f" % energy[best])


if __name__ == "__main__":
    main()
