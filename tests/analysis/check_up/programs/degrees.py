"""Angles, and what takes them."""

import numpy as np


def faulty_shadow_of_a_pole():
    height_of_the_sun = np.array([30.0, 45.0, 60.0, 75.0])
    return 2.0 / np.tan(height_of_the_sun)  # fault


def faulty_points_of_a_compass():
    bearing = np.arange(0, 360, 45)
    return np.cos(bearing) * 10.0  # fault


def faulty_headings_of_ships():
    rng = np.random.default_rng(1)
    heading = rng.normal(350, 20, 40) % 360
    return np.hypot(np.sin(heading).mean(), np.cos(heading).mean())  # fault


def faulty_wind_by_another_name():
    """Sine and cosine read one name, which is where the conversion belongs."""
    wind = np.mod(np.linspace(100.5, 460.25, 30), 360.0)
    angle = wind  # fault
    return (7.5 * np.sin(angle)).sum(), (7.5 * np.cos(angle)).sum()


def faulty_height_of_the_sun():
    """Numbers of which only the step that made them says that they are degrees."""
    height = np.degrees(np.arcsin(np.linspace(0.1, 0.9, 30)))
    return 1000.0 * np.sin(height)  # fault


def faulty_bearing_of_one_ship():
    bearing = np.rad2deg(np.float64(1.234))
    return 12.0 * np.cos(bearing)  # fault


def healthy_height_that_is_shown():
    height = np.degrees(np.arcsin(np.linspace(0.1, 0.9, 30)))
    radians = np.radians(height)
    return height.max(), 1000.0 * np.sin(radians)


def faulty_width_of_a_turned_sheet():
    sheets = [{"width": 210.0, "tilt_deg": 12.5}, {"width": 297.0, "tilt_deg": -31.2}]
    return max(abs(np.cos(one["tilt_deg"])) * one["width"] for one in sheets)  # fault


def _turned(x, y, angle):
    return x * np.cos(angle) - y  # fault


def faulty_points_turned_by_a_heading():
    heading_degrees = float(np.random.default_rng(2).uniform(20, 70))
    return _turned(np.arange(4.0), np.ones(4), heading_degrees)


def healthy_names_of_degrees():
    """Converted in place, under the same name, or for a function of the program; and radians by another name."""
    tilt_deg = np.array([12.5, -31.2, 77.0])
    small_deg = np.deg2rad(tilt_deg)
    slope = np.tan(tilt_deg * np.pi / 180) + np.sin(np.radians(tilt_deg))
    phase = 2 * np.pi * np.arange(9.0)
    tilt_deg = np.deg2rad(tilt_deg)
    turned_deg = np.array([900.0, 3600.0])
    turned_deg = np.radians(turned_deg)
    return slope, np.cos(tilt_deg), np.sin(turned_deg), np.sin(phase), np.cos(small_deg)


def healthy_headings_of_ships():
    heading = np.random.default_rng(1).normal(350, 20, 40) % 360
    angle = np.deg2rad(heading)
    return np.hypot(np.sin(angle).mean(), np.cos(angle).mean())


def healthy_phases_within_a_turn():
    """A remainder by the length of a year or by a turn in radians."""
    days, phase = np.arange(900.0) % 365.25, np.arange(0, 50, 0.5) % (2 * np.pi)
    return np.sin(2 * np.pi * days / 365.25).sum() + np.cos(phase).sum()


def healthy_hours_and_degrees():
    """What went through the turn is converted before it is read, also by another factor."""
    hour_angle = (np.linspace(0, 30, 40) * 15) % 360
    return np.cos(hour_angle * np.pi / 180).sum() + np.sin((hour_angle - 180) / 57.29577951308232).sum()


def healthy_points_of_a_compass():
    bearing = np.arange(0, 360, 45)
    return np.cos(np.radians(bearing)) * 10.0


def healthy_wave_in_whole_numbers():
    return np.sin(np.arange(0, 50)).sum() + np.sin(np.arange(0.0, 5.0, 0.5))


def healthy_tone():
    return np.sin(2 * np.pi * 440 * np.linspace(0, 1, 200))
