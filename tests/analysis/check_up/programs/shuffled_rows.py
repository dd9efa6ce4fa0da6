"""Rows shuffled by NumPy, and lists and arrays of one axis by Python."""

import random

import numpy as np


def healthy_shuffles():
    deck = np.array([[suit, value] for suit in range(4) for value in range(13)])
    np.random.default_rng(0).shuffle(deck)
    names, numbers = ["a", "b", "c"], np.arange(12)
    random.shuffle(names)
    random.shuffle(numbers)
    return (deck[:, 1] == 0).sum(), names, numbers
