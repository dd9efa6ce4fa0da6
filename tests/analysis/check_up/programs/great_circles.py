"""Distances on a sphere by a formula of the program's own."""

import numpy as np

CITIES = np.array([[52.52, 13.405], [48.8566, 2.3522], [41.9028, 12.4964], [59.3293, 18.0686]])


def _haversine(start, ends):
    lat, lon = start
    lats, lons = ends.T
    north, east = np.sin((lats - lat) / 2) ** 2, np.sin((lons - lon) / 2) ** 2
    inner = north + np.cos(lat) * np.cos(lats) * east  # fault
    return 2 * 6371 * np.arctan2(np.sqrt(inner), np.sqrt(1 - inner))


def faulty_distances_from_one_city():
    return _haversine(CITIES[0], CITIES[1:]).max()


def faulty_way_by_the_law_of_cosines():
    first, second = CITIES[:-1], CITIES[1:]
    cosine = np.sin(first[:, 0]) * np.sin(second[:, 0])  # fault
    cosine = cosine + np.cos(first[:, 0]) * np.cos(second[:, 0]) * np.cos(second[:, 1] - first[:, 1])
    return 6371 * np.arccos(cosine).sum()


def _to_port(places, port):
    lat, lon, other_lat, other_lon = places[:, 0], places[:, 1], port[0], port[1]  # fault
    inner = np.sin((other_lat - lat) / 2) ** 2
    inner += np.cos(lat) * np.cos(other_lat) * np.sin((other_lon - lon) / 2) ** 2
    return 2 * 6371 * np.arcsin(np.sqrt(np.clip(inner, 0, 1)))


def faulty_distances_to_a_port():
    return _to_port(CITIES, (53.55, 9.99)).min()


def faulty_leg_between_two_ports():
    lat, lon, other_lat, other_lon = 53.55, 9.99, 51.92, 4.48
    north = np.sin((other_lat - lat) / 2) ** 2
    east = np.sin((other_lon - lon) / 2) ** 2
    inner = north + np.cos(lat) * np.cos(other_lat) * east  # fault
    return 2 * 6371 * np.arcsin(np.minimum(1.0, np.sqrt(inner)))


def healthy_distances_of_radians():
    angles = np.radians(CITIES)
    lat, lon = angles[0]
    lats, lons = angles[1:].T
    inner = np.sin((lats - lat) / 2) ** 2 + np.cos(lat) * np.cos(lats) * np.sin((lons - lon) / 2) ** 2
    return 2 * 6371 * np.arcsin(np.sqrt(inner)).max()


def healthy_heights_of_the_sun():
    """The turn of the earth goes on for days."""
    turn = np.linspace(0, 40, 200)
    latitude, declination = np.radians(48.0), np.radians(-12.0)
    sine = np.sin(latitude) * np.sin(declination) + np.cos(latitude) * np.cos(declination) * np.cos(turn)
    return np.degrees(np.arcsin(sine)).max(), np.arccos(sine).min()


def healthy_size_of_an_oscillation():
    """An arc of a root of sines and cosines, of phases that run on."""
    phase = np.linspace(0, 60, 300)
    share = np.sqrt((np.sin(phase) ** 2 + np.cos(phase) ** 2 * 0.5) / 2)
    return np.arcsin(share).mean()
