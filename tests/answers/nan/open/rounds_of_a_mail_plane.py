"""Plan the rounds of a mail plane between northern airstrips by great-circle distances.

Airstrips come as degrees from a table, some with an unknown runway. A round visits the nearest strip next. Fuel is
reckoned from the distance; strips without a known runway are left out.

Symptom: a leg of the round and with it the length and the fuel print nan
Culprit: the latitudes stay in degrees inside cos(), so the sum under the root can be negative, whose root is NaN
Report: none
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd

EARTH = 6371.0  # km

STRIPS = pd.DataFrame(
    [
        ("Yellowknife", 62.463, -114.440, 2286),
        ("Whati", 63.132, -117.247, 910),
        ("Gameti", 64.116, -117.310, 914),
        ("Wekweeti", 64.191, -114.077, 911),
        ("Norman Wells", 65.282, -126.798, 1830),
        ("Deline", 65.211, -123.436, 1195),
        ("Fort Liard", 60.236, -123.469, 900),
        ("Old camp", 63.900, -111.300, np.nan),
        ("Inuvik", 68.304, -133.483, 1829),
        ("Kugluktuk", 67.817, -115.144, 1676),
        ("Resolute", 74.717, -94.969, 1981),
        ("Alert", 82.518, -62.281, 1676),
    ],
    columns=["name", "lat", "lon", "runway"],
)


class Leg(NamedTuple):
    """A flight from one strip to the next one."""

    start: str
    end: str
    kilometres: float


def distances(lat, lon):
    """Return the great-circle distances (strips, strips) in kilometres, by the haversine formula."""
    lat_half = np.deg2rad(lat[:, None] - lat[None, :]) / 2
    lon_half = np.deg2rad(lon[:, None] - lon[None, :]) / 2
    shrink = np.cos(lat)[:, None] * np.cos(lat)[None, :]  # culprit
    square = np.sin(lat_half) ** 2 + shrink * np.sin(lon_half) ** 2
    with np.errstate(invalid="ignore"):
        return 2 * EARTH * np.arcsin(np.sqrt(np.minimum(square, 1.0)))


def nearest_next(kilometres, start):
    """Return the order of a round that always flies to the nearest strip not yet visited."""
    order, left = [start], set(range(len(kilometres))) - {start}
    while left:
        here = order[-1]
        order.append(min(sorted(left), key=lambda strip: kilometres[here, strip]))
        left.remove(order[-1])
    return [*order, start]


def legs(names, kilometres, order):
    """Return the legs of a round."""
    return [Leg(names[here], names[there], float(kilometres[here, there])) for here, there in pairwise(order)]


def fuel(kilometres):
    """Return litres for a leg: climb, cruise and a reserve of a tenth."""
    return 1.1 * (38.0 + 0.52 * kilometres)


def main():
    """Print the round."""
    usable = STRIPS.dropna(subset=["runway"]).reset_index(drop=True)
    print(f"{len(usable)} of {len(STRIPS)} strips, shortest runway {usable['runway'].min():.0f} m")
    kilometres = distances(usable["lat"].to_numpy(), usable["lon"].to_numpy())
    plan = legs(usable["name"].to_numpy(), kilometres, nearest_next(kilometres, 0))
    for leg in plan:
        print(f"  {leg.start:<13} {leg.end:<13} {leg.kilometres:8.1f} km")
    length = sum(leg.kilometres for leg in plan)
    print(f"round {length:.0f} km, fuel {sum(fuel(leg.kilometres) for leg in plan):.0f} litres")


if __name__ == "__main__":
    main()
