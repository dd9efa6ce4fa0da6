"""Choose the ridge penalty for a hop yield model by cross-validation.

Culprit: R2 with leave-one-out is undefined (scikit-learn)
Report: scikit-learn#15900, scikit-optimize#1186
"""

import io
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.model_selection import LeaveOneOut, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FARMS = """farm,rain,sun,nitrogen,age,yield_t
a,310,620,140,4,1.71
b,280,655,120,9,1.52
c,350,600,150,6,1.83
d,265,690,110,12,1.31
e,330,640,135,5,1.80
f,300,610,160,3,1.69
g,290,675,125,7,1.58
h,345,590,145,8,1.77
i,275,660,115,11,1.40
j,320,630,155,4,1.86
"""


@dataclass
class Search:
    penalties: tuple = (0.1, 1.0, 10.0)
    scoring: tuple = ("r2", "neg_mean_absolute_error")
    splitter: object = field(default_factory=LeaveOneOut)  # culprit


def features(frame):
    x = frame[["rain", "sun", "nitrogen", "age"]].astype(float)
    x["rain_sun"] = x["rain"] / x["sun"]
    return x


class Tuner:
    def __init__(self, search):
        self.search = search
        self.table = None

    def evaluate(self, x, y, penalty):
        model = make_pipeline(StandardScaler(), Ridge(alpha=penalty))
        out = cross_validate(model, x, y, cv=self.search.splitter, scoring=self.search.scoring)
        return {name: out[f"test_{name}"].mean() for name in self.search.scoring}

    def run(self, x, y):
        rows = {p: self.evaluate(x, y, p) for p in self.search.penalties}
        self.table = pd.DataFrame(rows).T
        return self

    def confidence(self):
        r2 = self.table["r2"].to_numpy()
        return np.exp(r2) / np.exp(r2).sum()


def main():
    frame = pd.read_csv(io.StringIO(FARMS))
    tuner = Tuner(Search()).run(features(frame), frame["yield_t"])
    print(tuner.table.round(4))
    print("weights of the penalties", tuner.confidence())


if __name__ == "__main__":
    main()
