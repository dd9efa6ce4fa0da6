"""Integrals, slopes, directions and conversions that take something for granted."""

import numpy as np


def _integral(values, *points):
    integrate = np.trapezoid if hasattr(np, "trapezoid") else np.trapz
    return integrate(values, *points)  # fault


def faulty_charge_of_a_battery():
    hours = np.linspace(0.0, 8.0, 33)
    current = 2.0 * np.exp(-hours / 3.0) + 0.1
    return _integral(current)


def faulty_speed_of_a_lift():
    time = np.arange(0.0, 5.0, 0.05)
    height = 3.0 * np.sin(time) ** 2
    return np.gradient(height).max()  # fault


def _spectrum(wavelength):
    return np.exp(-(((wavelength - 500.0) / 90.0) ** 2)) * wavelength**0.5


def faulty_light_over_spread_wavelengths():
    wavelength = np.geomspace(100.0, 2500.0, 80)
    light = _spectrum(wavelength) / 3.0
    integrate = np.trapezoid if hasattr(np, "trapezoid") else np.trapz
    total = integrate(light)  # fault
    return np.divide(40.0, total)


def faulty_slope_of_a_loudness():
    tone = np.logspace(1.5, 4.0, 60)
    loudness = 20 * np.log10(1 + (tone / 800.0) ** 2)
    return np.gradient(loudness).max()  # fault


def healthy_light_over_spread_wavelengths():
    """Over the points, weighted by their distances, or as a part of the same sum; and even in the logarithm."""
    wavelength = np.geomspace(100.0, 2500.0, 80)
    light = _spectrum(wavelength)
    step = np.log(wavelength[1] / wavelength[0])
    weighted = _integral(light * np.gradient(wavelength))
    return 40.0 / _integral(light, wavelength), weighted + 1.0, _integral(light * wavelength) * step


def faulty_bearings_twice():
    bearing = np.radians(np.array([31.0, 118.0, 252.0]))
    return np.cos(np.radians(bearing)).sum()  # fault


def faulty_brightness_twice():
    pictures = np.arange(4000.0).reshape(10, 20, 20) / 4000 * 255 / 255.0
    first = pictures[:5]
    return (first / 255.0).mean()  # fault


def _samples():
    rng = np.random.default_rng(8)
    mixed = np.array([[0.5, 0.4, 0.0], [0.4, 2.0, 0.3], [0.0, 0.3, 0.9]])
    samples = rng.normal(size=(300, 3)) @ mixed
    return samples - samples.mean(axis=0)


def faulty_plane_of_two_directions():
    samples = _samples()
    vectors = np.linalg.eig(samples.T @ samples)[1]
    plane = vectors[:, :2]  # fault
    return (samples @ plane).std()


def faulty_modes_by_the_order_of_rows():
    stiffness = _samples().T @ _samples()
    values, vectors = np.linalg.eig(stiffness)
    order = np.argsort(-values)
    modes = np.take(vectors, order, axis=0)  # fault
    return values[order[0]], modes[:, 0]


def faulty_largest_first_by_reversed_rows():
    samples = _samples()
    values, vectors = np.linalg.eigh(np.cov(samples.T))
    shares = values[::-1] / values.sum()
    vectors = vectors[::-1]  # fault
    return shares, samples @ vectors


def healthy_columns_in_the_order_of_eigenvalues():
    """Columns, rows of the transpose, and rows in an order of the places that they stand for."""
    samples = _samples()
    values, vectors = np.linalg.eigh(np.cov(samples.T))
    order = values.argsort()[::-1]
    by_row = vectors.T[order]
    places = np.argsort(np.array([2.0, 3.0, 1.0]))
    return samples @ vectors[:, order], by_row[0] @ samples.T, vectors[places], vectors[:, ::-1], values[::-1]


def healthy_directions_in_order():
    samples = _samples()
    values, vectors = np.linalg.eig(samples.T @ samples)
    order = np.argsort(values)[::-1]
    return (samples @ vectors[:, order[:2]]).std(), (samples @ vectors[:, :1]).std()


def healthy_integrals_over_points():
    time = np.linspace(0.0, 2.0, 21)
    power = 2 + np.sin(time)
    days = 1.0 + np.sin(np.arange(10))
    mean = _integral(power * time) / _integral(power)
    return _integral(power, time), _integral(power) * 0.1, _integral(days), mean


def healthy_slopes_over_points():
    time = np.linspace(0.0, 2.0, 21)
    x, y = np.cos(time), np.sin(time)
    steepest = np.argmax(np.gradient(y))
    return np.gradient(y, time), np.gradient(y) / np.gradient(x), np.gradient(y) / 0.1, steepest


def faulty_axis_of_a_spectrum():
    rate = 400.0
    time = np.arange(800) / rate
    power = np.abs(np.fft.rfft(np.sin(2 * np.pi * 31 * time)))
    axis = np.linspace(0, rate, len(power))  # fault
    return axis[power.argmax()]


def healthy_axis_of_a_spectrum():
    rate = 400.0
    time = np.arange(800) / rate
    power = np.abs(np.fft.rfft(np.sin(2 * np.pi * 31 * time)))
    axis = np.linspace(0, rate / 2, len(power))
    return axis[power.argmax()], np.fft.rfftfreq(800, 1 / rate)[power.argmax()]


def faulty_mean_of_a_night():
    sugar = 90.0 + np.sin(np.arange(60) / 5.0)
    return np.convolve(sugar, np.ones(5) / 5, mode="same").min()  # fault


def faulty_brush_without_its_sum():
    line = np.linspace(0.2, 0.8, 50)
    brush = np.exp(-(np.arange(-3, 4) ** 2) / 4.0)
    return np.convolve(line, brush, mode="valid").max()  # fault


def healthy_means():
    sugar = 90.0 + np.sin(np.arange(60) / 5.0)
    inner = np.convolve(sugar, np.ones(5) / 5, mode="valid").min()
    cut = np.convolve(sugar, np.ones(5) / 5, mode="same")
    swing = np.convolve(np.sin(np.arange(60) / 5.0), np.ones(5) / 5, mode="same").min()
    brush = np.exp(-(np.arange(-3, 4) ** 2) / 4.0)
    divided = np.convolve(sugar, brush, mode="valid") / brush.sum()
    neighbours = np.convolve(np.array([0.0, 1.0, 1.0, 0.0, 1.0]), np.array([1.0, 2.0, 1.0]), mode="same")
    return inner, cut[2:-2].mean(), swing, divided, neighbours.max()


def healthy_conversions():
    bearing = np.array([0.0, 0.0, 0.0])
    turned = np.radians(np.radians(bearing)) + np.radians(bearing + 17.0)
    minutes = np.arange(0.0, 7200.0, 60.0) / 60.0 / 60.0
    return np.cos(turned).sum() + minutes.mean() + (10 * np.log(minutes + 1)).sum()
