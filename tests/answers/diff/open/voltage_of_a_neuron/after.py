"""Simulate a leaky neuron that fires, for several input currents.

Symptom: none: the results are those of the loop over currents.
Culprit: none: equal
Report: none
"""

import numpy as np

STEP, REST, THRESHOLD, LEAK = 0.1, -65.0, -50.0, 10.0


def advance(voltage, current):
    return voltage + STEP * (REST - voltage + current) / LEAK


def simulate(currents, steps=1000):
    voltage = np.full(currents.size, REST)
    traces, spikes = np.empty((steps, currents.size)), np.zeros(currents.size, int)
    for step in range(steps):
        voltage = advance(voltage, currents)
        fired = voltage >= THRESHOLD
        spikes += fired
        voltage = np.where(fired, REST, voltage)
        traces[step] = voltage
    return traces.T, spikes


currents = np.linspace(10, 30, 5)
traces, spikes = simulate(currents)
print("spikes:", spikes.tolist())
print("mean voltage:", np.mean([trace.mean() for trace in traces]).round(5))
