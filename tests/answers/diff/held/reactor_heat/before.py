"""Simulates the temperature along a rod that is heated at one end."""

import numpy as np


def initial(nodes):
    t = np.full(nodes, 20.0)
    t[0] = 180.0
    return t


def step(t, number, cooling, ambient):
    new = t.copy()
    for i in range(1, len(t) - 1):
        new[i] = t[i] + number * (t[i + 1] - 2 * t[i] + t[i - 1])
        new[i] = new[i] - cooling * (t[i] - ambient)
    new[-1] = new[-2]
    return new


def main():
    t = initial(41)
    for k in range(1500):
        t = step(t, 0.4, 0.002, 20.0)
    print("middle: %.4f C" % t[20])
    print("end: %.4f C" % t[-1])
    print("mean: %.4f C" % t.mean())
    print("nodes above 100 C: %d" % sum(t > 100.0))


if __name__ == "__main__":
    main()
