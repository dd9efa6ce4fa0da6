"""Scores the wear of tram brakes on a hill line from four sensors per car and
names the cars that should visit the workshop first.

Symptom: none
Culprit: none
Tempts: a column with gaps, scores from the numeric columns only
"""

import numpy as np
import pandas as pd

CARS = [f"car {n}" for n in range(401, 425)]
RUNS = 60


def drive(rng):
    rows = []
    for c, car in enumerate(CARS):
        wear = rng.beta(2, 4)
        drag = rng.beta(1.5, 5)
        for run in range(RUNS):
            rows.append(
                {
                    "car": car,
                    "pad_loss": 11 * wear + rng.normal(0, 0.4),
                    "pressure": 4.2 + 1.1 * wear + rng.normal(0, 0.25),
                    "disc_temp": 140 + 260 * drag + rng.normal(0, 12),
                    "slip": 0.04 + 0.05 * wear * drag + rng.normal(0, 0.01),
                }
            )
    frame = pd.DataFrame(rows)
    # the pyrometer reports 0 when its window is dirty
    frame.loc[rng.random(len(frame)) < 0.03, "disc_temp"] = 0.0
    return frame


def clean(frame):
    dirty = frame["disc_temp"].to_numpy() <= 0
    readings = np.where(dirty, np.nan, frame["disc_temp"].to_numpy())
    return frame.assign(disc_temp=readings)


def per_car(frame):
    sensors = frame.select_dtypes("number").columns
    return frame.groupby("car")[list(sensors)].median()


def wear_score(table):
    spread = (table - table.median()) / (table.quantile(0.75) - table.quantile(0.25))
    return spread.mean(axis=1).rename("score")


def main():
    rng = np.random.default_rng(80)
    log = clean(drive(rng))
    score = wear_score(per_car(log)).sort_values(ascending=False)
    hottest = log.groupby("car")["disc_temp"].max().astype(float).idxmax()
    print(f"{len(log)} runs of {log['car'].nunique()} cars")
    print("first to the workshop")
    print(score.head(6).round(3).to_string())
    print(f"spread of the scores {score.std():.3f}")
    print(f"hottest disc: {hottest}, place {list(score.index).index(hottest) + 1} in the list")


if __name__ == "__main__":
    main()
