"""Levels of sound, in decibels."""

import numpy as np


def faulty_level_of_a_street():
    pressure = np.array([0.02, 0.3, 0.11])
    return 20 * np.log(pressure / 2e-5)  # fault


def faulty_noise_of_a_picture():
    errors = np.array([0.01, 0.04])
    return (-10.0 * np.log(errors)).mean()  # fault


def healthy_levels():
    pressure = np.array([0.02, 0.3, 0.11])
    return 20 * np.log10(pressure / 2e-5), 3 * np.log(pressure), np.log(pressure) + 10
