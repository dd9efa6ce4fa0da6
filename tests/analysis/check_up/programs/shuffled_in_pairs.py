"""Rows of arrays that Python's own generator shuffles."""

import random

import numpy as np


def faulty_deck_of_cards():
    deck = np.array([[suit, value] for suit in range(4) for value in range(13)])
    random.shuffle(deck)  # fault
    return (deck[:, 1] == 0).sum()


def faulty_order_of_runners():
    starts = np.arange(30.0).reshape(10, 3)
    random.shuffle(starts)  # fault
    return starts.sum(axis=0)
