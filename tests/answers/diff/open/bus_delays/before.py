"""Where along its route does a bus lose time?

Reads the tracker's export, orders the stops of each trip and prints the segment
on which the delay grows most, with the mean growth over all trips.

Culprit: see after.py.
"""

import io

import pandas as pd

EXPORT = """trip,stop,delay_s
0712,1,10
0712,2,15
0712,9,160
0712,10,190
0712,11,185
0845,1,0
0845,2,22
0845,9,120
0845,10,210
0845,11,230
1003,11,140
1003,10,150
1003,9,95
1003,2,5
1003,1,-10
"""


def load(text):
    return pd.read_csv(io.StringIO(text), dtype={"trip": str})


def growth(log):
    log = log.sort_values(["trip", "stop"])
    log["grown"] = log.groupby("trip")["delay_s"].diff()
    return log.dropna(subset=["grown"])


segments = growth(load(EXPORT)).groupby("stop")["grown"].mean()
print(f"worst before stop {segments.idxmax()}: {segments.max():.2f} s")
print(f"mean growth a segment {segments.mean():.2f} s")
