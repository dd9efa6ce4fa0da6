"""Length of the legs of a freight ferry around New Zealand.

Takes the harbours' coordinates, works out the great-circle distance of each leg
with the haversine formula and prints legs, total and fuel.

Culprit: the cosine of the latitudes is taken of degrees as if they were radians, so
cos(-43.95) is 1.00 where it should be 0.72 and cos(-41.29) is -0.90 instead of 0.75;
on the leg Waitangi - Wellington the haversine gets negative, its square root NaN.
"""

import numpy as np
import pandas as pd

EARTH_KM = 6371.0
FUEL_T_PER_KM = 0.031

PORTS = pd.DataFrame(
    {
        "port": ["Wellington", "Lyttelton", "Waitangi", "Tauranga", "Auckland"],
        "lat": [-41.29, -43.61, -43.95, -37.66, -36.84],
        "lon": [174.78, 172.72, -176.56, 176.18, 174.77],
    }
).set_index("port")
ROUTE = ["Auckland", "Tauranga", "Lyttelton", "Waitangi", "Wellington"]


def prepare(ports):
    table = ports.copy()
    table["phi"] = np.radians(table["lat"])
    table["lam"] = np.radians(table["lon"])
    table["cosphi"] = np.cos(table["lat"])  # culprit
    return table


def haversine(angle):
    return np.sin(angle / 2.0) ** 2


def leg_lengths(table, route):
    start, end = table.loc[route[:-1]], table.loc[route[1:]]
    dphi = end["phi"].to_numpy() - start["phi"].to_numpy()
    dlam = end["lam"].to_numpy() - start["lam"].to_numpy()
    shrink = start["cosphi"].to_numpy() * end["cosphi"].to_numpy()
    h = haversine(dphi) + shrink * haversine(dlam)
    return 2.0 * EARTH_KM * np.arcsin(np.sqrt(h))


def main():
    km = leg_lengths(prepare(PORTS), ROUTE)
    for start, end, length in zip(ROUTE, ROUTE[1:], km):
        print(f"{start:11s} - {end:11s} {length:8.1f} km")
    print(f"total {km.sum():.1f} km, fuel {km.sum() * FUEL_T_PER_KM:.1f} t")


main()
