"""Rank grant applications and spend the budget from the top."""

import csv
import io

import numpy as np

APPLICATIONS = """name,received,score,amount
Library,1,71,40000
Youth choir,2,84,12500
Skate park,3,84,61000
Seed bank,4,90,18000
Night bus,5,71,33000
Repair cafe,6,84,9000
Film club,7,66,7500
Bee garden,8,90,21000
Reading aloud,9,71,5200
"""

BUDGET = 120000.0


class Round:
    def __init__(self, text):
        rows = list(csv.DictReader(io.StringIO(text)))
        self.names = np.array([r["name"] for r in rows])
        self.score = np.array([float(r["score"]) for r in rows])
        self.amount = np.array([float(r["amount"]) for r in rows])

    def order(self):
        """Highest score first; earlier applications win ties."""
        return np.argsort(-self.score, kind="stable")

    def spend(self, budget):
        grants = np.zeros(len(self.names))
        left = budget
        for k in self.order():
            grants[k] = min(self.amount[k], left)
            left -= grants[k]
        return grants

    def report(self, grants):
        share = grants / self.amount
        return [(n, g, s) for n, g, s in zip(self.names, grants, share) if g > 0]


def summary(round_, grants):
    weighted = np.sum(grants * round_.score) / grants.sum()
    return {"funded": int((grants > 0).sum()), "score": weighted, "left": BUDGET - grants.sum()}


def main():
    round_ = Round(APPLICATIONS)
    grants = round_.spend(BUDGET)
    for name, grant, share in round_.report(grants):
        print(f"{name:14s} {grant:9.2f} {share:6.1%}")
    for key, value in summary(round_, grants).items():
        print(key, round(float(value), 4))


if __name__ == "__main__":
    main()
