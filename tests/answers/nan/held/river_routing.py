"""Routes the daily runoff of a basin's grid cells down to two gauges.

Symptom: the flow at the lower gauge prints nan from the third day on, while the upper gauge is fine
Culprit: two cells of the lower basin have no runoff for some days (empty fields, read as NaN), and the plain product sums them in; they must be dropped or filled first
Report: UW-Hydro/RVIC#125
"""

import io

import numpy as np
import pandas as pd

FORCING = """day,c1,c2,c3,c4,c5,c6
1,3.2,2.9,4.1,1.8,2.2,0.9
2,5.0,4.4,6.2,2.9,3.1,1.5
3,8.1,7.7,,4.0,4.4,2.6
4,6.0,5.1,7.0,3.5,3.9,2.0
5,4.2,3.6,5.0,,2.8,1.4
6,3.4,3.0,4.2,2.0,2.3,1.1
7,2.8,2.5,3.5,1.7,2.0,0.9
"""
AREA_KM2 = np.array([25.0, 31.0, 28.0, 22.0, 35.0, 19.0])
UPPER_CELLS = [0, 1]
LOWER_CELLS = [0, 1, 2, 3, 4, 5]
UNIT_HYDROGRAPH = np.array([0.55, 0.30, 0.15])


def read_runoff(text):
    """Runoff in mm a day, one row a day and one column a cell."""
    return pd.read_csv(io.StringIO(text), index_col="day").to_numpy()  # culprit, too


def inflow(runoff, cells):
    """Water of some cells, in cubic metres a second."""
    volume = runoff[:, cells] @ AREA_KM2[cells]  # culprit
    return volume * 1000.0 / 86400.0


def route(flow):
    """Spread each day's water over the days after it."""
    return np.convolve(flow, UNIT_HYDROGRAPH)[: flow.size]


def main():
    runoff = read_runoff(FORCING)
    print(f"{runoff.shape[0]} days, {runoff.shape[1]} cells, {AREA_KM2.sum():.0f} km2")
    gauges = {"upper": UPPER_CELLS, "lower": LOWER_CELLS}
    for name, cells in gauges.items():
        flow = route(inflow(runoff, cells))
        print(f"{name}: {np.array2string(flow, precision=2)} m3/s")
        print(f"  peak {flow.max():.2f}, mean {flow.mean():.2f} m3/s")


if __name__ == "__main__":
    main()
