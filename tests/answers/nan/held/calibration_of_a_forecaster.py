"""Measure how far the probabilities of a model for rain are from how often it rains.

Symptom: the calibration error is nan.
Culprit: no day has a probability in the highest class, and the mean of no days is nan.
Report: EFS-OpenSource/calibration-framework#56 (calibration gives nan for a class without samples)
"""

from itertools import pairwise

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split


def days(number, seed):
    """Return pressure and humidity of days, and whether it rained on the next one."""
    rng = np.random.default_rng(seed)
    pressure = rng.normal(1013, 8, number)
    humidity = rng.uniform(35, 100, number)
    tendency = 0.02 * (humidity - 70) - 0.05 * (pressure - 1013) - 0.3
    rain = rng.random(number) < 1 / (1 + np.exp(-tendency))
    features = np.column_stack([(pressure - 1013) / 8, (humidity - 70) / 20])
    return features, rain


def calibration_error(rain, probability, classes=10):
    """Return the mean gap between probability and frequency, each class of probabilities with its part."""
    edges = np.linspace(0, 1, classes + 1)
    error = 0.0
    for low, high in pairwise(edges):
        inside = (probability > low) & (probability <= high)
        gap = abs(rain[inside].mean() - probability[inside].mean())  # culprit
        error += inside.mean() * gap
    return error


features, rain = days(900, seed=1)
train, test, train_rain, test_rain = train_test_split(features, rain, test_size=0.4, random_state=0)
model = LogisticRegression().fit(train, train_rain)
probability = model.predict_proba(test)[:, 1]
print(f"probabilities from {probability.min():.3f} to {probability.max():.3f}")
print(f"calibration error {calibration_error(test_rain, probability):.4f}")
