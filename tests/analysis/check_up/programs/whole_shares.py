"""Divisions of whole numbers."""

import numpy as np


def faulty_share_of_votes():
    votes = np.array([120, 80, 300])
    return votes // votes.sum()  # fault


def faulty_brightness():
    pixels = np.arange(12).reshape(3, 4) * 20
    return pixels // pixels.max()  # fault


def healthy_share_of_votes():
    votes = np.array([120, 80, 300])
    return votes / votes.sum()


def healthy_boxes():
    return np.array([3, 7, 12, 9]) // 10


def healthy_rows_and_columns():
    places = np.arange(12)
    return places // 4, places % 4
