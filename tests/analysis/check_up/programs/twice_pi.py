"""Patterns of slits and filters, sin(x) / x."""

import numpy as np


def faulty_pattern_of_a_slit():
    beta = np.pi * 2e-5 * np.sin(np.linspace(-0.1, 0.1, 201)) / 6.5e-7
    return (np.sinc(beta) ** 2).sum()  # fault


def _kernel(cutoff, taps):
    places = np.arange(taps) - (taps - 1) / 2
    return np.sinc(2 * np.pi * cutoff * places)  # fault


def faulty_kernel_of_a_filter():
    return _kernel(0.1, 31).sum()


def healthy_patterns():
    beta = np.pi * 2e-5 * np.sin(np.linspace(-0.1, 0.1, 201)) / 6.5e-7
    places = np.arange(31) - 15
    return np.sinc(beta / np.pi).sum(), np.sinc(0.2 * places).sum(), np.pi * np.sinc(places / 4).sum()
