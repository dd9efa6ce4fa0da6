"""Angles, and what takes them."""

import numpy as np


def faulty_shadow_of_a_pole():
    height_of_the_sun = np.array([30.0, 45.0, 60.0, 75.0])
    return 2.0 / np.tan(height_of_the_sun)  # fault


def faulty_points_of_a_compass():
    bearing = np.arange(0, 360, 45)
    return np.cos(bearing) * 10.0  # fault


def healthy_points_of_a_compass():
    bearing = np.arange(0, 360, 45)
    return np.cos(np.radians(bearing)) * 10.0


def healthy_wave_in_whole_numbers():
    return np.sin(np.arange(0, 50)).sum() + np.sin(np.arange(0.0, 5.0, 0.5))


def healthy_tone():
    return np.sin(2 * np.pi * 440 * np.linspace(0, 1, 200))
