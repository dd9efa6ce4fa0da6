"""Estimate the water that flows through a strait from moored current meters.

Each mooring is a masked array: readings during service are masked and hold NaN underneath. All moorings are put
together, turned into the direction of the strait and summed with the area that each one stands for.

Symptom: the flow of every mooring with a service, the mean of all and the day of the strongest flow print nan
Culprit: the masked arrays are stacked with np.array, which drops the masks, so that the NaN underneath comes back
Report: none
"""

import numpy as np
import numpy.ma as ma

DAYS = 90
HEADING = np.deg2rad(38.0)
MOORINGS = {"west": 5.2e4, "middle": 9.1e4, "east": 4.4e4, "sill": 2.5e4}  # square metres


def mooring(rng, speed, services):
    """Return east and north speeds (2, days) in m/s, masked during services."""
    day = np.arange(DAYS)
    along = speed * (1 + 0.4 * np.sin(2 * np.pi * day / 14.8)) + rng.normal(0, 0.03, DAYS)
    across = rng.normal(0, 0.05, DAYS)
    east = along * np.sin(HEADING) + across * np.cos(HEADING)
    north = along * np.cos(HEADING) - across * np.sin(HEADING)
    values = np.vstack([east, north])
    for start, length in services:
        values[:, start : start + length] = np.nan
    return ma.masked_invalid(values)


def along_strait(speeds):
    """Return the speeds along the strait of moorings (moorings, 2, days)."""
    return speeds[:, 0] * np.sin(HEADING) + speeds[:, 1] * np.cos(HEADING)


def together(moorings):
    """Return all moorings as one array (moorings, 2, days)."""
    return np.array(moorings)  # culprit


def strait_flow(along, areas):
    """Return the flow of each day in million cubic metres a second, by the moorings that worked, and their means."""
    each = along * areas[:, None] / 1e6
    share = each.mean(axis=1)
    return each.mean(axis=0) * len(areas), share


def main():
    """Print each mooring and the strait."""
    rng = np.random.default_rng(73)
    services = {"west": [(20, 3)], "middle": [], "east": [(41, 5), (70, 2)], "sill": [(10, 4)]}
    moorings = [
        mooring(rng, speed, services[name])
        for name, speed in zip(MOORINGS, (0.31, 0.42, 0.27, 0.55), strict=True)
    ]
    for name, record in zip(MOORINGS, moorings, strict=True):
        print(f"{name:<7} {record[0].count()} days, mean to the east {record[0].mean():.3f} m/s")
    along = along_strait(together(moorings))
    flow, share = strait_flow(along, np.array(list(MOORINGS.values())))
    for name, value in zip(MOORINGS, share, strict=True):
        print(f"{name:<7} {value:.4f} million m3/s")
    print(f"strait: mean {flow.mean():.4f}, spread {flow.std():.4f}")
    print(f"strongest on day {int(flow.argmax())}: {flow.max():.4f}")


if __name__ == "__main__":
    main()
