"""Frequencies of samples whose times the program made itself."""

import numpy as np

RATE = 800.0


def _record(seconds):
    time = np.arange(int(seconds * RATE)) / RATE
    trace = 2.0 * np.sin(2 * np.pi * 120 * time)
    trace += np.random.default_rng(4).normal(0, 0.3, time.size)
    return time, trace


def faulty_tone_of_a_gear():
    _, trace = _record(2)
    amplitude = np.abs(np.fft.rfft(trace * np.hanning(trace.size)))
    frequency = np.fft.rfftfreq(trace.size, d=0.001)  # fault
    return frequency[amplitude.argmax()]


def faulty_swing_of_a_bridge():
    t = np.linspace(0, 30, 1500, endpoint=False)
    swing = np.exp(-t / 20) * np.cos(2 * np.pi * 1.7 * t)
    frequency = np.fft.fftfreq(len(swing), 1 / 100)  # fault
    power = np.abs(np.fft.fft(swing)) ** 2
    return frequency[: len(swing) // 2][power[: len(swing) // 2].argmax()]


def healthy_frequencies():
    """At their own times, in milliseconds, per sample, and of what was taken at other times than it was made of."""
    time, trace = _record(1)
    size = np.abs(np.fft.rfft(trace))
    in_kilohertz = np.fft.rfftfreq(time.size, 1000 * time[1])
    angular = np.fft.rfftfreq(time.size, time[1] / (2 * np.pi))
    peak = np.fft.rfftfreq(time.size, time[1])[size.argmax()]
    return peak, in_kilohertz[size.argmax()], angular[size.argmax()], np.fft.rfftfreq(time.size).max()


def healthy_samples_at_other_times():
    time, trace = _record(1)
    moments = np.linspace(0, time[-1], 900)
    again = np.interp(moments, time, trace)
    size = np.abs(np.fft.rfft(again))
    return np.fft.rfftfreq(900, moments[1] - moments[0])[size.argmax()]


def healthy_noise_around_a_drift():
    """What the trend is computed of is no time."""
    share = np.linspace(0, 1, 400)
    record = 0.4 * share + np.random.default_rng(2).normal(0, 0.1, 400)
    size = np.abs(np.fft.rfft(record - record.mean()))
    return np.fft.rfftfreq(400, 0.07)[size.argmax()]
