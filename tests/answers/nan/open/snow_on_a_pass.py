"""Snow along the road over a pass, from poles at known distances.

Prints the depth of snow at the stops of the bus.

Symptom: the depth is NaN at all stops.
Culprit: the poles are given in kilometres, and the stops, in kilometres too, are divided by 1000 once more: they all
lie before the first pole.
Report: none
"""

import numpy as np

POLES_KM = np.array([1.0, 3.5, 6.0, 8.5, 11.0, 14.0])
SNOW_CM = np.array([5.0, 22.0, 61.0, 88.0, 47.0, 12.0])
STOPS = {"Mill": 1.4, "Chapel": 4.2, "Summit": 8.1, "Hut": 9.6, "Bridge": 13.2}


def kilometres(stop):
    return STOPS[stop] / 1000  # culprit


def snow_at(place):
    return np.interp(place, POLES_KM, SNOW_CM, left=np.nan, right=np.nan)


places = np.array([kilometres(stop) for stop in STOPS])
depth = snow_at(places)
for stop, snow in zip(STOPS, depth):
    print(f"{stop:7s} {snow:5.1f} cm")
print(f"deepest {depth.max():.1f} cm")
