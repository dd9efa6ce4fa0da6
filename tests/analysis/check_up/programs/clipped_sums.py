"""Running sums that are cut off at the largest number of a short type."""

import numpy as np


def _store(shape, kind=np.float16):  # fault
    return np.zeros(shape, kind), float(np.finfo(kind).max)


def _light(step, high=9000.0):
    return np.random.default_rng(step).uniform(0.5 * high, high, (6, 8)) * np.linspace(0.1, 1, 8)


def faulty_light_of_many_frames():
    total, limit = _store((6, 8))
    for step in range(20):
        total[...] = np.minimum(total.astype(float) + _light(step), limit)
    return total / 20


def faulty_charge_by_channel():
    charge, limit = _store(8)
    for step in range(15):
        wide = np.clip(charge.astype(np.float64) + _light(step).sum(axis=0), 0, limit)
        charge = wide.astype(charge.dtype)
    return charge


def healthy_sums_below_the_limit():
    total, limit = _store((6, 8))
    for step in range(20):
        total[...] = np.minimum(total.astype(float) + _light(step, 100.0), limit)
    return total / 20


def healthy_numbers_that_are_each_cut_off():
    """Each is new: a few are too large for the type, and are meant to be its largest number."""
    kept, limit = _store((20, 6, 8))
    for step in range(20):
        kept[step] = np.minimum(_light(step, 140_000.0) + 1.0, limit)
    return kept.max(axis=0)


def healthy_well_that_is_full():
    well = np.zeros((6, 8))
    for step in range(20):
        well = np.minimum(well + _light(step), 60_000.0)
    return well
