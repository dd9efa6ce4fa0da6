"""Compare the laps of swimmers: mean, slowing down and the steadiest of each club.

Symptom: none.
Culprit: none: equal; the summary of a swimmer is a function, and the clubs come out of groupby.
Report: none
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pandas as pd

CLUBS = ("Delphin", "Forelle", "Hecht")
SWIMMERS = 24
LAPS = 8


class Summary(NamedTuple):
    swimmer: str
    club: str
    mean: float
    slope: float
    spread: float


def swim(number: int, rng: np.random.Generator) -> Iterator[dict]:
    base = rng.normal(34, 1.5)
    for lap in range(LAPS):
        noise = rng.normal(0, 0.4)
        yield {
            "swimmer": f"s{number:02d}",
            "club": CLUBS[number % len(CLUBS)],
            "lap": lap,
            "seconds": base + 0.25 * lap + noise,
        }


def contest(seed: int = 400) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    return pd.DataFrame.from_records([row for number in range(SWIMMERS) for row in swim(number, rng)])


def summary(swimmer: str, laps: pd.DataFrame) -> Summary:
    seconds = laps["seconds"].to_numpy()
    slope, _ = np.polyfit(laps["lap"], seconds, deg=1)
    club = laps["club"].iat[0]
    return Summary(swimmer, club, seconds.mean(), slope, seconds.std(ddof=1))


def summaries(laps: pd.DataFrame) -> pd.DataFrame:
    return pd.DataFrame([summary(swimmer, part) for swimmer, part in laps.groupby("swimmer", sort=True)])


def report(table: pd.DataFrame) -> None:
    for club, part in table.groupby("club", sort=True):
        steadiest = part.sort_values("spread").iloc[0]
        print(f"{club:8s} {part['mean'].mean():.6f} s, slower by {part['slope'].mean():.6f} s a lap")
        print(f"         steadiest {steadiest.swimmer}, {steadiest.spread:.6f} s")


def main() -> None:
    report(summaries(contest()))


if __name__ == "__main__":
    main()
