"""Weighted answers of a tenant survey, by district and age group.

Culprit: weights stored in an integer array truncate to zero, 0/0
Report: numpy/numpy#6971, #8733
"""

import csv
import io

import numpy as np

ANSWERS = """district,age,satisfied,rent
harbour,18-34,0.6,610
harbour,35-64,0.7,720
harbour,35-64,0.4,690
harbour,65+,0.9,540
hill,18-34,0.5,820
hill,35-64,0.8,930
hill,65+,0.7,780
old town,18-34,0.3,700
old town,18-34,0.5,650
old town,18-34,0.4,720
old town,65+,0.6,580
"""

POPULATION = {"18-34": 0.25, "35-64": 0.48, "65+": 0.27}


def read(text):
    rows = list(csv.DictReader(io.StringIO(text)))
    column = lambda name, kind: np.array([kind(r[name]) for r in rows])
    return {
        "district": column("district", str),
        "age": column("age", str),
        "satisfied": column("satisfied", float),
        "rent": column("rent", float),
    }


def post_stratify(age):
    """Population share over sample share, one weight an answer."""
    weights = np.ones(len(age), dtype=int)  # culprit
    for group, share in POPULATION.items():
        here = age == group
        weights[here] = share / here.mean()
    return weights


class Survey:
    def __init__(self, data):
        self.data = data
        self.weights = post_stratify(data["age"])

    def mean(self, column, where=slice(None)):
        w = self.weights[where]
        return np.sum(w * self.data[column][where]) / np.sum(w)

    def by(self, key, column):
        out = {}
        for value in np.unique(self.data[key]):
            out[str(value)] = self.mean(column, self.data[key] == value)
        return out


def ranking(table):
    return sorted(table, key=table.get, reverse=True)


def main():
    survey = Survey(read(ANSWERS))
    satisfied = survey.by("age", "satisfied")
    for age in ranking(satisfied):
        print(f"{age:6s} {satisfied[age]:.3f}")
    rent = survey.by("district", "rent")
    print({k: round(float(v), 1) for k, v in rent.items()})
    gap = max(satisfied.values()) - np.mean(list(satisfied.values()))
    print("gap to the mean", gap)


if __name__ == "__main__":
    main()
