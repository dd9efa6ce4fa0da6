"""Solve Kepler's equation for a comet with Newton's method.

Symptom: all positions of the third orbit are nan.
Culprit: for an orbit of eccentricity 1 the derivative 1 - e cos E is 0 at E = 0, where the search starts.
Report: none
"""

import numpy as np


def eccentric_anomaly(mean, eccentricity, rounds=8):
    anomaly = np.zeros_like(mean)
    for _ in range(rounds):
        value = anomaly - eccentricity * np.sin(anomaly) - mean
        slope = 1.0 - eccentricity * np.cos(anomaly)
        anomaly = anomaly - value / slope  # culprit
    return anomaly


def radius(mean, eccentricity):
    return 1.0 - eccentricity * np.cos(eccentric_anomaly(mean, eccentricity))


mean = np.linspace(0.1, 3.0, 6)
for eccentricity in (0.2, 0.6, 1.0):
    distance = radius(mean, eccentricity)
    print(eccentricity, distance.round(3), "nearest:", distance.min())
