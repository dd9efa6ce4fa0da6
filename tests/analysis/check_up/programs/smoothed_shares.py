"""Shares of counts to which something was added, and their totals."""

import numpy as np


def _tokens(seed, kinds=5):
    return np.bincount(np.random.default_rng(seed).integers(0, kinds, 60), minlength=kinds)


def faulty_words_of_a_book():
    """One is added to each of five words, and one to all of them together."""
    counts = _tokens(1)
    total = counts.sum() + 1  # fault
    return np.log((counts + 1) / total)


def faulty_letters_by_author():
    table = np.stack([_tokens(2, 8), _tokens(3, 8), _tokens(4, 8)])
    sums = table.sum(axis=1)
    smoothed = table + 0.1
    whole = sums + 3 * 0.1  # fault
    return smoothed / whole[:, None]


def healthy_words_with_one_more_each():
    counts = _tokens(5)
    return np.log((counts + 1) / (counts.sum() + len(counts)))


def healthy_letters_with_a_tenth_more_each():
    table = np.stack([_tokens(6, 8), _tokens(7, 8), _tokens(8, 8)])
    return (table + 0.1) / (table.sum(axis=1) + 8 * 0.1)[:, None]


def healthy_words_and_a_place_for_others():
    counts = _tokens(9)
    return (counts + 0.5) / (counts.sum() + 0.5 * (len(counts) + 1))


def healthy_totals_that_may_be_zero():
    counts = np.stack([_tokens(10), np.zeros(5)])
    return (counts + 1e-12) / (counts.sum(axis=1, keepdims=True) + 1e-9)


def healthy_shares_summed_afterwards():
    counts = _tokens(11) + 0.5
    return counts / counts.sum()
