"""Estimate how long households need to rebuild, by district and income group.

Symptom: the recovery time of group 4 in district "Harbour" is nan, and so is the city's total.
Culprit: no household of group 4 lives in Harbour, so nanmean runs over 0 values.
Report: IN-CORE/pyincore#98
"""

import numpy as np

DISTRICTS = np.array(["Old Town", "Harbour", "Hill"])
GROUPS = np.arange(1, 5)


def households(count=600, seed=7):
    rng = np.random.default_rng(seed)
    district = rng.choice(DISTRICTS, count)
    income = rng.lognormal(10.4, 0.5, count)
    income[rng.random(count) < 0.1] = np.nan  # no answer in the survey
    group = np.where(np.isnan(income), 2, np.digitize(income, [24_000, 36_000, 52_000]) + 1)
    group[(district == "Harbour") & (group == 4)] = 3
    return district, group, income


def recovery_weeks(income):
    return 26 + 60 * np.exp(-income / 30_000)


def main():
    district, group, income = households()
    table = np.zeros((len(DISTRICTS), len(GROUPS)))
    for i, name in enumerate(DISTRICTS):
        for j, level in enumerate(GROUPS):
            members = (district == name) & (group == level)
            typical = np.nanmean(income[members])  # culprit
            table[i, j] = recovery_weeks(typical)
    for name, row in zip(DISTRICTS, table, strict=True):
        print(f"{name:9s}", np.round(row, 1))
    print("weeks over all groups:", table.sum())


if __name__ == "__main__":
    main()
