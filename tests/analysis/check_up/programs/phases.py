"""Phases, directions and delays."""

import numpy as np

TIMES = np.arange(0, 3, 0.01)


def faulty_frequency_of_a_beacon():
    signal = np.exp(2j * np.pi * (7 * TIMES + 0.5 * TIMES**2))
    phase = np.angle(signal)  # fault
    return (np.diff(phase) / 0.01).mean()


def faulty_speed_of_a_wheel():
    turn = 4 * TIMES
    angle = np.arctan2(np.sin(turn), np.cos(turn))  # fault
    return np.gradient(angle, 0.01).mean()


def faulty_course_of_a_boat():
    east, north = np.array([1.0, -2.0, -1.0, 3.0, 0.5]), np.array([1.0, 1.0, -2.0, 0.5, 2.0])
    course = np.arctan(north / east)  # fault
    return np.cos(course).sum(), np.sin(course).sum()


def faulty_delay_of_an_echo():
    sound = np.random.default_rng(0).normal(size=200)
    heard = np.concatenate([np.zeros(17), sound[:-17]])
    place = np.argmax(np.correlate(heard, sound, mode="full"))  # fault
    return place * 0.001


def faulty_shift_of_two_gauges():
    rng = np.random.default_rng(1)
    upper = rng.normal(size=120)
    lower = np.roll(upper, 9) + 0.1 * rng.normal(size=120)
    return np.abs(np.correlate(lower, upper, "full")).argmax() / 24.0  # fault


def healthy_phases():
    signal = np.exp(2j * np.pi * 7 * TIMES)
    noise = np.random.default_rng(2).normal(size=100) + 1j
    steps = np.diff(np.angle(signal))
    slow = np.angle(np.exp(1j * TIMES / 2))
    return (
        np.diff(np.unwrap(np.angle(signal))).mean(),
        np.mean(steps % (2 * np.pi)),
        np.diff(np.angle(noise**3)).mean(),
        np.diff(slow).mean(),
    )


def healthy_directions_and_delays():
    east, north = np.array([1.0, -2.0, -1.0, 3.0]), np.array([1.0, 1.0, -2.0, 0.5])
    course, slope = np.arctan2(north, east), np.arctan(north / east)
    sound = np.random.default_rng(0).normal(size=200)
    heard = np.roll(sound, 17)
    both = np.correlate(heard, sound, mode="full")
    lags = np.arange(-199, 200)
    return (
        np.cos(course),
        np.sin(course),
        np.degrees(slope),
        lags[np.argmax(both)],
        (np.argmax(both) - 199) * 0.001,
    )
