"""Where along its route does a bus lose time?

Reads the tracker's export, orders the stops of each trip and prints the segment
on which the delay grows most, with the mean growth over all trips. Identifiers
are read as text, so that trips keep their leading zero.

Culprit: with dtype str for the stop, too, the order is that of text: 1, 10, 11, 2, 9;
the differences are then taken between stops that are no neighbours.
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
COLUMNS = {"trip": str, "stop": str, "delay_s": float}  # culprit


def read_export(text):
    return pd.read_csv(io.StringIO(text), dtype=COLUMNS)


def with_growth(frame):
    ordered = frame.sort_values(["trip", "stop"])
    gained = ordered.groupby("trip")["delay_s"].diff()
    return ordered.assign(gained=gained).dropna(subset=["gained"])


def by_segment(frame):
    return frame.groupby("stop")["gained"].mean()


gain = by_segment(with_growth(read_export(EXPORT)))
print(f"worst before stop {gain.idxmax()}: {gain.max():.2f} s")
print(f"mean growth a segment {gain.mean():.2f} s")
