"""Does mowing reduce butterfly counts on road verges? A log-linear model.

Culprit: log of a zero count, OLS with -inf response gives NaN coefficients (statsmodels)
Report: fracdiff/fracdiff#4 (log of zero through statsmodels)
"""

import io
from dataclasses import dataclass

import numpy as np
import pandas as pd
import statsmodels.api as sm

WALKS = """transect,date,mown,flowers,temp,minutes,butterflies
A,2023-06-03,no,42,21,30,18
A,2023-06-17,yes,15,24,30,6
A,2023-07-01,yes,22,26,25,9
B,2023-06-04,no,55,20,40,31
B,2023-06-18,no,61,25,40,44
B,2023-07-02,no,58,27,35,37
C,2023-06-05,yes,9,19,30,2
C,2023-06-19,yes,12,23,30,0
C,2023-07-03,no,30,26,30,14
D,2023-06-06,yes,5,18,20,1
D,2023-06-20,no,27,24,20,11
D,2023-07-04,no,33,27,25,16
"""


@dataclass
class Spec:
    response: str = "log_rate"
    terms: tuple = ("mown", "flowers", "temp")
    level: float = 0.05


def load(text):
    frame = pd.read_csv(io.StringIO(text), parse_dates=["date"])
    frame["mown"] = (frame["mown"] == "yes").astype(float)
    frame["flowers"] = frame["flowers"] / 10
    return frame


def add_rates(frame):
    rate = 60 * frame["butterflies"] / frame["minutes"]
    return frame.assign(rate=rate, log_rate=np.log(rate))  # culprit


class VergeModel:
    def __init__(self, spec):
        self.spec = spec

    def fit(self, frame):
        exog = sm.add_constant(frame[list(self.spec.terms)])
        self.result = sm.OLS(frame[self.spec.response], exog).fit(cov_type="HC1")
        return self

    def effect(self, term):
        low, high = self.result.conf_int(self.spec.level).loc[term]
        centre = self.result.params[term]
        return [100 * (np.exp(v) - 1) for v in (low, centre, high)]


def summer_mean(frame):
    by_month = frame.groupby(frame["date"].dt.month)["rate"].mean()
    return by_month.round(1).to_dict()


def main():
    frame = add_rates(load(WALKS))
    print("butterflies per hour", summer_mean(frame))
    model = VergeModel(Spec()).fit(frame)
    for term in Spec().terms:
        low, mid, high = model.effect(term)
        print(f"{term:8s} {mid:7.1f} % ({low:.1f} to {high:.1f})")
    print("r squared", model.result.rsquared)


if __name__ == "__main__":
    main()
