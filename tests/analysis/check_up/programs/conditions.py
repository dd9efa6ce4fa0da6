"""Conditions, and numbers that stand for them."""

import numpy as np


def faulty_first_alarm():
    heat = np.array([[20.0, 25.0, 31.0], [15.0, 18.0, 21.0]])
    return np.argmax(heat > 30, axis=1).mean()  # fault


def faulty_dry_days():
    umbrella = np.array([1, 0, 0, 1, 1, 0])
    return np.array([5.0, 0.1, 0.0, 7.5, 3.0, 0.2])[~umbrella].mean()  # fault


def healthy_alarms():
    heat = np.array([[20.0, 25.0, 31.0], [15.0, 18.0, 21.0]])
    hot = heat > 30
    first = np.where(hot.any(axis=1), hot.argmax(axis=1), -1)
    always = np.argmax(heat > 10, axis=1)
    return first.sum() + always.sum()


def healthy_bits():
    umbrella = np.array([1, 0, 0, 1])
    bits = ~np.array([1, 0, 1]) & 3
    return np.arange(4.0)[~umbrella.astype(bool)].sum() + bits.sum()
