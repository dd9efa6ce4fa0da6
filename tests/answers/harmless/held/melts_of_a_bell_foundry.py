"""Tell from the melt whether a bell will ring well, where some alloys were never analysed.

Symptom: none
Culprit: none
Tempts: `nan` could accuse missing analyses, which trees handle, and a rate of 0/0; the resampling is seeded.
Report: none
"""

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold
from sklearn.utils import resample

METALS = ["tin", "lead", "nickel", "antimony"]


def melts(rng, number=220):
    """Return the analyses in percent, the year, and whether the bell rings well; old melts lack most analyses."""
    year = rng.integers(1880, 1990, number)
    share = rng.gamma([20.0, 1.2, 0.8, 0.5], [1.05, 0.6, 0.5, 0.4], (number, 4))
    well = (np.abs(share[:, 0] - 21.0) < 4.5) & (share[:, 1] < 1.3)
    well ^= rng.random(number) < 0.06
    share[rng.random((number, 4)) < np.where(year < 1930, 0.45, 0.08)[:, None]] = np.nan
    return np.column_stack([share, year]), well


def chances(table, well):
    """Return for each melt the chance that a model which did not see it gives."""
    result = np.full(len(well), np.nan)  # each place is filled by the fold that leaves it out
    folds = StratifiedKFold(5, shuffle=True, random_state=3)
    for seen, unseen in folds.split(table, well):
        model = HistGradientBoostingClassifier(max_iter=25, max_leaf_nodes=6, random_state=0)
        result[unseen] = model.fit(table[seen], well[seen]).predict_proba(table[unseen])[:, 1]
    return result


def interval(well, chance, draws=200):
    numbers = np.arange(len(well))
    scores = []
    for draw in range(draws):
        again = resample(numbers, stratify=well, random_state=draw)
        scores.append(roc_auc_score(well[again], chance[again]))
    return np.percentile(scores, [5, 95])


def rates(well, chance, limits):
    """Return the part of well ringing bells above each limit; None where no bell is above it."""
    above = chance[None, :] >= limits[:, None]
    with np.errstate(invalid="ignore"):
        rate = (above & well).sum(axis=1) / above.sum(axis=1)
    return [None if np.isnan(value) else float(value) for value in rate]


def main():
    table, well = melts(np.random.default_rng(1611))
    for place, metal in enumerate(METALS):
        column = table[:, place]
        print(f"{metal:9s} {np.isnan(column).sum():3d} missing, median {np.nanmedian(column):.3f} %")
    chance = chances(table, well)
    low, high = interval(well, chance)
    print(f"area under the curve {roc_auc_score(well, chance):.4f}, 90 %: {low:.4f} to {high:.4f}")
    limits = np.array([0.5, 0.9, 1.0])
    for limit, rate in zip(limits, rates(well, chance, limits), strict=True):
        print(f"above {limit:.1f}: {'no bell' if rate is None else format(rate, '.4f')}")


if __name__ == "__main__":
    main()
