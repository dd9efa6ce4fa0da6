"""Means over the classes of histograms that leave values out, and histograms that do so on purpose."""

import numpy as np


def _sizes(seed):
    return np.random.default_rng(seed).gamma(4.0, 5.0, 900)


def _shares_below(values, upper=30.0):  # fault
    count, edges = np.histogram(values, 20, (0.0, upper))
    return 0.5 * (edges[1:] + edges[:-1]), count / values.size


def faulty_mean_below_a_default():
    middle, share = _shares_below(_sizes(1))
    mean = (middle * share).sum()
    return mean, (share * (middle - mean) ** 2).sum()


def faulty_mean_over_edges_that_end_early():
    values = _sizes(2)
    edges = np.linspace(0.0, 28.0, 15)  # fault
    count, _ = np.histogram(values, bins=edges)
    middle = edges[:-1] + 1.0
    return np.dot(count / len(values), middle)


def faulty_mean_above_a_start():
    values = _sizes(3)
    count, edges = np.histogram(values, bins=25, range=(8.0, 100.0))  # fault
    share = count / len(values)
    return np.sum(edges[1:] * share)


def healthy_mean_of_what_the_classes_hold():
    values = _sizes(4)
    count, edges = np.histogram(values, bins=20, range=(0.0, 30.0))
    share = count / count.sum()
    return (0.5 * (edges[1:] + edges[:-1]) * share).sum()


def healthy_mean_over_all():
    values = _sizes(5)
    count, edges = np.histogram(values, bins=40, range=(0.0, 200.0))
    return (0.5 * (edges[1:] + edges[:-1]) * (count / values.size)).sum()


def healthy_shares_of_all_that_are_shown():
    values = _sizes(6)
    count, edges = np.histogram(values, bins=20, range=(0.0, 30.0))
    share = count / values.size
    return edges, np.cumsum(share), share * 100


def healthy_work_of_one_class_of_parcels():
    """What the small parcels alone bring: a price a class, not the middle of the class."""
    values = _sizes(7)
    count, _ = np.histogram(values, bins=6, range=(0.0, 30.0))
    prices = np.array([200.0, 250.0, 300.0, 350.0, 400.0, 450.0])
    return (count / values.size * prices).sum()
