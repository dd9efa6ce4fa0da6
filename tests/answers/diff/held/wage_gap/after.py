"""Wages against schooling and experience, with robust errors (statsmodels).

Culprit: the constant left out of the design (statsmodels)
Report: statsmodels#4946, #6594
"""

import io
from dataclasses import dataclass

import numpy as np
import pandas as pd
import statsmodels.api as sm

STAFF = """wage,school,experience,night
14.2,10,3,0
17.9,12,9,0
16.1,11,4,1
22.5,16,6,0
25.8,16,14,0
15.0,9,11,0
19.7,13,8,1
28.4,18,10,0
21.3,12,20,1
18.2,12,7,0
24.0,15,12,0
16.8,11,6,1
"""


@dataclass(frozen=True)
class Spec:
    terms: tuple = ("school", "experience", "night")
    cov: str = "HC3"


def load():
    frame = pd.read_csv(io.StringIO(STAFF))
    frame["log_wage"] = np.log(frame["wage"])
    return frame


def design(frame, spec):
    return frame.loc[:, list(spec.terms)].astype(float)  # culprit


class WageModel:
    def __init__(self, spec):
        self.spec = spec

    def fit(self, frame):
        model = sm.OLS(frame["log_wage"], design(frame, self.spec))
        self.result = model.fit(cov_type=self.spec.cov)
        return self

    def percent(self):
        return 100 * np.expm1(self.result.params[list(self.spec.terms)])


def main():
    model = WageModel(Spec()).fit(load())
    for term, value in model.percent().items():
        print(f"{term:10s} {value:7.3f} % (z {model.result.tvalues[term]:.3f})")
    print(f"r squared {model.result.rsquared:.5f}")


if __name__ == "__main__":
    main()
