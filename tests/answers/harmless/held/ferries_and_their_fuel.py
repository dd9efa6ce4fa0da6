"""Report the fuel per mile of a fleet of ferries, some of which lay in the dock for weeks.

Symptom: none
Culprit: none
Tempts: nan may accuse the division of 0 litres by 0 miles in idle weeks; the means skip these weeks.
Report: none
"""

import argparse

import numpy as np
import xarray as xr

FERRIES = ["Aurora", "Borealis", "Castor", "Delta"]
WEEKS = 52


def logbooks(seed):
    """Miles and litres per ferry and week; a ferry in the dock has 0 of both."""
    rng = np.random.default_rng(seed)
    miles = rng.normal(420, 60, (len(FERRIES), WEEKS))
    use = np.array([21.0, 19.5, 26.0, 23.5])[:, None] * (1 + 0.1 * np.sin(np.arange(WEEKS) / 8))
    litres = miles * use + rng.normal(0, 150, miles.shape)
    docked = np.zeros(miles.shape, dtype=bool)
    docked[0, 3:7] = True
    docked[2, 20:31] = True
    docked[3, :] = np.arange(WEEKS) >= 26
    coords = {"ferry": FERRIES, "week": np.arange(1, WEEKS + 1)}
    data = xr.Dataset(
        {
            "miles": (("ferry", "week"), np.where(docked, 0.0, miles)),
            "litres": (("ferry", "week"), np.where(docked, 0.0, litres)),
        },
        coords=coords,
    )
    return data.assign_coords(quarter=("week", (np.arange(WEEKS) // 13) + 1))


def per_mile(data):
    """Litres per mile; NaN in weeks without a mile."""
    return data["litres"] / data["miles"]


def quarterly(use):
    """Mean of each quarter; NaN for a ferry that lay in the dock all the quarter."""
    return use.groupby("quarter").mean("week")


def text(value):
    return "   dock" if np.isnan(value) else f"{value:7.3f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1907)
    data = logbooks(parser.parse_args().seed)
    use = per_mile(data)
    table = quarterly(use)
    for ferry in FERRIES:
        cells = " ".join(text(float(value)) for value in table.sel(ferry=ferry))
        print(f"{ferry:9s}{cells}")
    idle = use.isnull().sum("week")
    for ferry in FERRIES:
        print(f"{ferry:9s}{int(idle.sel(ferry=ferry)):3d} weeks in the dock")
    total = data["litres"].sum("week") / data["miles"].sum("week")
    best = total.idxmin("ferry").item()
    print("year:", " ".join(f"{value:.3f}" for value in total.values), "best", best)
    fleet = use.weighted(data["miles"]).mean()
    print(f"fleet {float(fleet):.4f} litres per mile")


if __name__ == "__main__":
    main()
