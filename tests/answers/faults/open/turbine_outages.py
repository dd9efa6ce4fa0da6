"""Energy not produced during turbine outages of a small wind farm.

Symptom: The number is wrong.
Culprit: Timedelta .dt.seconds drops whole days (279.8 instead of 366.5 MWh).
Report: NatLabRockies/OpenOA#91
"""

import numpy as np
import pandas as pd

RATED_MW = {"T1": 2.3, "T2": 2.3, "T3": 3.0}


def outage_book(n=60, seed=21):
    rng = np.random.default_rng(seed)
    start = pd.Timestamp("2022-01-01") + pd.to_timedelta(rng.integers(0, 360 * 1440, n), unit="min")
    minutes = (rng.lognormal(5.6, 1.4, n)).clip(10, 14 * 1440).round()
    book = pd.DataFrame(
        {
            "turbine": rng.choice(list(RATED_MW), n),
            "start": start,
            "end": start + pd.to_timedelta(minutes, unit="min"),
            "capacity_factor": rng.uniform(0.15, 0.5, n).round(2),
        }
    )
    return book.sort_values("start", ignore_index=True)


def add_losses(book):
    book = book.copy()
    book["hours"] = (book["end"] - book["start"]).dt.seconds / 3600  # culprit
    book["rated"] = book["turbine"].map(RATED_MW)
    book["lost_mwh"] = book["hours"] * book["rated"] * book["capacity_factor"]
    return book


def availability(book, hours_in_year=8760):
    down = book.groupby("turbine")["hours"].sum()
    return 1 - down / hours_in_year


book = add_losses(outage_book())
print(book.nlargest(5, "lost_mwh")[["turbine", "start", "end", "lost_mwh"]].to_string(index=False))
print(availability(book).round(4).to_string())
print(f"energy lost in 2022: {book['lost_mwh'].sum():.1f} MWh")
