"""Values looked up between the points of a table."""

import numpy as np

DEGREES = np.array([-20.0, 0.0, 20.0, 40.0])
THICKNESS = np.array([20.0, 8.0, 4.0, 2.0])


def faulty_kelvin_in_a_table_of_degrees():
    kelvin = 290 + np.arange(12.0)
    return (3 / np.interp(kelvin, DEGREES, THICKNESS)).sum()  # fault


def faulty_metres_in_a_table_of_kilometres():
    heights = range(400, 2000, 100)
    air = [np.interp(height, [0.0, 1.0, 2.0], [1.0, 0.9, 0.8]) for height in heights]  # fault
    return np.mean(air)


def healthy_tables():
    single = np.interp(80.0, DEGREES, THICKNESS)
    cold = np.interp(np.arange(50.0, 60.0), DEGREES, THICKNESS, right=np.nan)
    partly = np.interp(np.arange(30.0, 60.0), DEGREES, THICKNESS)
    return (
        single,
        np.isnan(cold).sum(),
        partly.mean(),
        np.interp(np.full(20, 60.0), DEGREES, THICKNESS).mean(),
    )
