"""Simulate a leaky neuron that fires, for several input currents."""

import numpy as np

STEP, REST, THRESHOLD, LEAK = 0.1, -65.0, -50.0, 10.0


def simulate(current, steps=1000):
    voltage = REST
    trace, spikes = np.empty(steps), 0
    for step in range(steps):
        voltage += STEP * (REST - voltage + current) / LEAK
        if voltage >= THRESHOLD:
            spikes += 1
            voltage = REST
        trace[step] = voltage
    return trace, spikes


currents = np.linspace(10, 30, 5)
traces = [simulate(current) for current in currents]
print("spikes:", [spikes for _, spikes in traces])
print("mean voltage:", np.mean([trace.mean() for trace, _ in traces]).round(5))
