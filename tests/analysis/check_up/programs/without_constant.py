"""Least squares with and without a constant."""

import numpy as np

AREA = np.linspace(30, 160, 40)
ROOMS = np.round(AREA / 25 + np.cos(np.arange(40.0)))
NOISE = 3 * np.sin(7 * np.arange(40.0))


def faulty_rent_without_a_base():
    table = np.column_stack([AREA, ROOMS])  # fault
    found = np.linalg.lstsq(table, 420 + 7.5 * AREA + 20 * ROOMS + NOISE, rcond=None)[0]
    return table @ found


def faulty_line_through_the_origin():
    years = AREA - 25
    found, *_ = np.linalg.lstsq(years[:, None], 55 + 0.8 * years + NOISE / 4, rcond=None)  # fault
    return found


def healthy_fits():
    whole = np.column_stack([np.ones(40), AREA])
    groups = np.column_stack([AREA < 90, AREA >= 90, AREA]).astype(float)
    return (
        np.linalg.lstsq(whole, 420 + 7.5 * AREA + NOISE, rcond=None)[0],
        np.linalg.lstsq(groups, 420 + 7.5 * AREA + NOISE, rcond=None)[0],
        np.linalg.lstsq(AREA[:, None], 7.5 * AREA + NOISE, rcond=None)[0],
        np.linalg.lstsq(np.column_stack([AREA, AREA**2]), 7.5 * AREA, rcond=None)[0],
    )
