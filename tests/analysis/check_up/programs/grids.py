"""Slopes and integrals along the axes of grids, each with the distance of its points."""

import numpy as np


def _field(rows, columns, down, across):
    y, x = np.meshgrid(down * np.arange(rows), across * np.arange(columns), indexing="ij")
    return np.sin(x / 900.0) + np.cos(y / 700.0)


def faulty_slope_to_the_north():
    field = _field(23, 31, 40.0, 125.0)
    east = np.gradient(field, 125.0, axis=1)
    north = np.gradient(field, 125.0, axis=0)  # fault
    return np.hypot(east, north).max()


def faulty_slopes_in_one_call():
    field = _field(17, 37, 45.0, 135.0)
    north, east = np.gradient(field, 135.0, 45.0)  # fault
    return np.hypot(east, north).max()


def faulty_flow_through_a_wall():
    field = _field(19, 41, 47.0, 141.0)
    integrate = np.trapezoid if hasattr(np, "trapezoid") else np.trapz
    return integrate(field, dx=141.0, axis=0).max()  # fault


def faulty_turning_of_a_square_field():
    u = np.arange(676.0).reshape(26, 26) ** 1.5
    v = u.T + 3.0
    spread = np.gradient(u, 53.0, axis=1) + np.gradient(v, 159.0, axis=0)
    turning = np.gradient(v, 53.0, axis=1)
    turning = turning - np.gradient(u, 53.0, axis=0)  # fault
    return spread.max(), turning.max()


def faulty_slope_of_a_square_map():
    field = _field(25, 25, 83.0, 249.0)
    east = np.gradient(field, 249.0, axis=1)
    north = np.gradient(field, 249.0, axis=0)  # fault
    return np.hypot(east, north).max()


def healthy_slopes_of_each_axis():
    field = _field(27, 43, 61.0, 183.0)
    north, east = np.gradient(field, 61.0, 183.0)
    north_again = np.gradient(field, 61.0, axis=0)
    east_again = np.gradient(field, 183.0, axis=-1)
    return north.max(), east.max(), north_again.max(), east_again.max()


def healthy_slopes_of_even_and_square_grids():
    even, square = _field(29, 47, 71.0, 71.0), _field(33, 33, 73.0, 219.0)
    slopes = np.gradient(even, 71.0), np.gradient(square, 73.0, axis=0), np.gradient(square, 219.0, axis=1)
    return slopes[0][0].max(), slopes[1].max(), slopes[2].max()


def healthy_slopes_of_a_coarser_grid():
    """Every third column, which are three times as far apart."""
    field = _field(35, 51, 77.0, 25.0)[:, ::3]
    return np.gradient(field, 77.0, axis=0).max(), np.gradient(field, 75.0, axis=1).max()
