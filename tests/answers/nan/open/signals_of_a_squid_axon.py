"""Signals of a squid's axon by a leaky membrane with a fast gate, stepped forward in time.

Symptom: the voltage is nan from the third millisecond on.
Culprit: STEP is in seconds where all rates are per millisecond: 25 in place of 0.025, so each step throws the
voltage further.
Report: DynaSim/DynaSim#50 (steps too large give NaN)
"""

import numpy as np

STEP = 25.0  # culprit
LEAK, FAST = 0.3, 36.0
REST, RISE = -54.4, 50.0
CAPACITY = 1.0


class Membrane:
    def __init__(self, cells):
        self.voltage = np.linspace(-70.0, -60.0, cells)
        self.gate = np.full(cells, 0.05)

    def advance(self, current):
        opened = 1 / (1 + np.exp(-(self.voltage + 40) / 9))
        flow = current - LEAK * (self.voltage - REST) - FAST * self.gate**4 * (self.voltage - RISE)
        self.gate = self.gate + STEP * (opened - self.gate) / 2.5
        self.voltage = self.voltage + STEP * flow / CAPACITY
        return self.voltage


def run(steps=400):
    np.seterr(all="ignore")
    membrane = Membrane(5)
    trace = np.empty((steps, 5))
    for k in range(steps):
        trace[k] = membrane.advance(10.0 if k > 20 else 0.0)
    return trace


if __name__ == "__main__":
    trace = run()
    print("highest voltage:", trace.max())
    print("last voltage:", trace[-1].mean())
