"""Average how many nights guests stay, from a list of arrivals and departures as people typed them.

Symptom: the average is nan.
Culprit: two departures are written with day and month swapped and become NaT when they are parsed.
Report: none
"""

import numpy as np
import pandas as pd

STAYS = pd.DataFrame(
    {
        "arrival": ["2024-03-01", "2024-03-04", "2024-03-11", "2024-03-20", "2024-03-25"],
        "departure": ["2024-03-05", "2024-03-06", "2024-15-03", "2024-03-22", "2024-28-03"],
    }
)


def parse(table):
    arrival = pd.to_datetime(table["arrival"])
    departure = pd.to_datetime(table["departure"], errors="coerce")  # culprit
    return arrival, departure


arrival, departure = parse(STAYS)
nights = (departure - arrival).dt.days.to_numpy()
print("stays:", len(nights))
print("mean nights:", np.mean(nights))
