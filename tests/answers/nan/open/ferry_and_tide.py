"""Water under the keel of a ferry, from a tide table.

Interpolates the tide at the times of departure and prints the depth for each.

Symptom: most depths are NaN, and so is the least.
Culprit: the tide table counts minutes, and the departures are turned into seconds of the day: all but the first lie
beyond the end of the table.
Report: none
"""

import numpy as np
from scipy.interpolate import interp1d

DRAUGHT = 1.8
DEPARTURES = ["00:15", "03:40", "07:05", "10:30", "13:55", "17:20", "20:45"]


def tide_table():
    minutes = np.arange(0, 1441, 30)
    height = 4.0 + 1.7 * np.cos(2 * np.pi * (minutes - 130) / 745.0)
    return minutes, np.round(height, 2)


def time_of_day(text):
    hours, minutes = text.split(":")
    return (int(hours) * 60 + int(minutes)) * 60  # culprit


def tide():
    minutes, height = tide_table()
    return interp1d(minutes, height, kind="cubic", bounds_error=False)


times = np.array([time_of_day(text) for text in DEPARTURES])
under_keel = tide()(times) - DRAUGHT
for text, depth in zip(DEPARTURES, under_keel):
    print(f"{text}  {depth:5.2f} m")
print(f"least {under_keel.min():.2f} m")
