"""Sum the water meters of a village that several readers bring in at the same time.

Each street is summed by a thread; results arrive in any order and are put in order before they are added. Meters that
nobody could read are missing and are estimated from last year.

Symptom: none
Culprit: none
Tempts: `check-determinism` could accuse the threads, and `nan` the unread meters, which are filled before the sum
Report: none
"""

import math
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Street:
    """A street with its readings of two years in cubic metres."""

    name: str
    last_year: np.ndarray
    this_year: np.ndarray


def village(seed):
    """Return the streets; meters behind locked doors are NaN this year."""
    rng = np.random.default_rng(seed)
    streets = []
    for name, houses in [
        ("Lindenweg", 41),
        ("Bachgasse", 18),
        ("Am Hang", 27),
        ("Hauptstrasse", 63),
        ("Moos", 9),
    ]:
        last = rng.gamma(8, 15, houses)
        this = last * rng.normal(1.02, 0.08, houses)
        this[rng.random(houses) < 0.07] = np.nan
        streets.append(Street(name, last, this))
    return streets


def consumption(street):
    """Return the cubic metres of a street and how many meters were estimated."""
    unread = np.isnan(street.this_year)
    growth = np.nanmedian(street.this_year / street.last_year)
    filled = np.where(unread, street.last_year * growth, street.this_year)
    return math.fsum(filled), int(unread.sum())


def collect(streets):
    """Return each street's result, in the order of the names."""
    results = {}
    with ThreadPoolExecutor(max_workers=3) as readers:
        jobs = {readers.submit(consumption, street): street.name for street in streets}
        for job in as_completed(jobs):
            results[jobs[job]] = job.result()
    return dict(sorted(results.items()))


def losses(inflow, delivered):
    """Return the share of the inflow that is lost; an inflow of zero loses nothing."""
    return 0.0 if inflow == 0 else 1 - delivered / inflow


def main():
    """Print the streets and the losses of the network."""
    streets = village(26)
    results = collect(streets)
    for name, (cubic_metres, estimated) in results.items():
        print(f"{name:<13} {cubic_metres:9.2f} m3, {estimated} estimated")
    total = math.fsum(cubic_metres for cubic_metres, _ in results.values())
    print(f"village {total:.2f} m3, losses {100 * losses(21500.0, total):.2f} %")
    kinds = {street.name[0] for street in streets}
    print("first letters:", "".join(sorted(kinds)))
    most = max(results, key=lambda name: results[name][0])
    print(f"most water: {most}")


if __name__ == "__main__":
    main()
