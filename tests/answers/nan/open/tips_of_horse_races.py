"""Judge three tipsters: how well do their tips rank the horses of each race, on average over a season?

Symptom: the skill of two tipsters is nan, the third has a number; no tip and no place is missing.
Culprit: a race with equal tips for all horses has the correlation nan, not null, and drop_nulls leaves it in.
Report: stefan-jansen/machine-learning-for-trading#493 (drop_nulls does not drop nan, so a mean is nan)
"""

from dataclasses import dataclass

import numpy as np
import polars as pl


@dataclass
class Tipster:
    name: str
    knowledge: float
    lazy_races: tuple[int, ...] = ()


TIPSTERS = [
    Tipster("Gold Cup Gazette", 0.8),
    Tipster("Stable Whisper", 0.5, lazy_races=(7, 31)),
    Tipster("The Old Jockey", 0.3, lazy_races=(12,)),
]


def season(races, horses, rng):
    form = rng.normal(size=(races, horses))
    finish = (-(form + 0.6 * rng.normal(size=form.shape))).argsort(axis=1).argsort(axis=1) + 1
    return form, finish


def tips_of(tipster, form, rng):
    tips = tipster.knowledge * form + (1 - tipster.knowledge) * rng.normal(size=form.shape)
    for race in tipster.lazy_races:
        tips[race] = 1.0  # "any of them may win"
    return tips


def as_frame(tipster, tips, finish):
    races, horses = tips.shape
    return pl.DataFrame(
        {
            "tipster": [tipster.name] * tips.size,
            "race": np.repeat(np.arange(races), horses),
            "tip": tips.ravel(),
            "place": finish.ravel().astype(float),
        }
    )


def by_race(frame):
    return frame.group_by("tipster", "race", maintain_order=True).agg(
        (-pl.corr("tip", "place", method="spearman")).alias("skill"),
        pl.col("tip").max().alias("strongest"),
        pl.len().alias("runners"),
    )


def season_table(races):
    valid = races.filter(pl.col("runners") >= 5).drop_nulls("skill")  # culprit
    return valid.group_by("tipster", maintain_order=True).agg(
        pl.col("skill").mean().alias("skill"),
        pl.col("race").n_unique().alias("races"),
    )


def main():
    rng = np.random.default_rng(52)
    form, finish = season(races=40, horses=8, rng=rng)
    frames = [as_frame(tipster, tips_of(tipster, form, rng), finish) for tipster in TIPSTERS]
    for name, skill, races in season_table(by_race(pl.concat(frames))).iter_rows():
        print(f"{name:18s} {skill:6.3f} over {races} races")


main()
