"""Strongest frequencies, and spectra taken back."""

import numpy as np

TIMES = np.arange(0, 8, 0.05)


def faulty_steps_of_a_walk():
    height = 9.81 + 0.8 * np.sin(2 * np.pi * 1.5 * TIMES)
    size = np.abs(np.fft.rfft(height))  # fault
    return 60 * np.fft.rfftfreq(height.size, 0.05)[np.argmax(size)]


def faulty_season_by_its_power():
    sold = 200 + 30 * np.cos(2 * np.pi * TIMES / 2)
    spectrum = np.fft.fft(sold)[: sold.size // 2]  # fault
    frequencies = np.fft.fftfreq(sold.size, 0.05)[: sold.size // 2]
    return frequencies[(np.abs(spectrum) ** 2).argmax()]


def faulty_smooth_year():
    days = 12 + 9 * np.sin(np.arange(365) / 58)
    spectrum = np.fft.rfft(days)
    spectrum[5:] = 0
    return np.argmax(np.fft.irfft(spectrum))  # fault


def faulty_delay_of_a_third():
    values = np.sin(np.arange(99) / 5)
    turned = np.fft.rfft(values) * np.exp(-1j * np.arange(50) / 3)
    return np.fft.irfft(turned).max()  # fault


def healthy_spectra():
    height = 9.81 + 0.8 * np.sin(2 * np.pi * 1.5 * TIMES)
    frequencies = np.fft.rfftfreq(height.size, 0.05)
    size = np.abs(np.fft.rfft(height - height.mean()))
    whole = np.abs(np.fft.rfft(height))
    odd, even = height[:99], height[:100]
    return (
        frequencies[np.argmax(size)],
        frequencies[1 + np.argmax(whole[1:])],
        np.fft.irfft(np.fft.rfft(odd), n=99).max(),
        np.fft.irfft(np.fft.rfft(even)).max(),
    )
