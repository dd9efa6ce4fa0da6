"""Predicts the daily flow of maple sap from frost, thaw, wind and the time of the
season with ridge regression, checked on the last year.

Symptom: the model misses the rise and fall over the year; the coefficients of the
    two season columns are exactly zero.
Culprit: day // 365 is 0 on all but the last day, so the sine column is 0 and the
    cosine column 1 on every day.
Report: none
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import r2_score

YEARS = 6


class Season:
    """Smooth columns that tell the model where in the year a day lies."""

    def __init__(self, harmonics=1):
        self.harmonics = harmonics

    def __call__(self, day):
        columns = []
        for k in range(1, self.harmonics + 1):
            phase = 2 * np.pi * k * (day // 365)  # culprit
            columns += [np.sin(phase), np.cos(phase)]
        return np.column_stack(columns)


def weather(rng):
    day = np.tile(np.arange(1, 366), YEARS)
    year = np.repeat(np.arange(YEARS), 365)
    base = 8 - 14 * np.cos(2 * np.pi * (day - 15) / 365)
    noise = rng.normal(0, 3.0, day.size)
    for i in range(1, day.size):
        noise[i] += 0.7 * noise[i - 1]
    temp = base + 0.8 * noise
    frost = np.maximum(-temp, 0)
    thaw = np.maximum(np.diff(temp, prepend=temp[0]), 0)
    wind = rng.gamma(2.0, 2.0, day.size)
    return day, year, frost, thaw, wind


def sap_flow(rng, day, frost, thaw, wind):
    spring = 4.0 * np.sin(2 * np.pi * (day - 10) / 365)
    return 12 + spring + 0.5 * thaw - 0.25 * frost - 0.1 * wind + rng.normal(0, 1.2, day.size)


def main():
    rng = np.random.default_rng(29)
    day, year, frost, thaw, wind = weather(rng)
    flow = sap_flow(rng, day, frost, thaw, wind)
    x = np.column_stack([frost, thaw, wind, Season()(day)])
    old = year < YEARS - 1
    model = Ridge(alpha=2.0).fit(x[old], flow[old])
    guess = model.predict(x[~old])
    print(f"days for fitting {old.sum()}, for checking {(~old).sum()}")
    print(f"r2 on the last year {r2_score(flow[~old], guess):.3f}")
    for name, c in zip(["frost", "thaw", "wind", "season s", "season c"], model.coef_):
        print(f"  {name:9s} {c:+.3f}")
    months = np.array_split(flow[~old] - guess, 12)
    print("mean miss by month", " ".join(f"{m.mean():+.1f}" for m in months))


if __name__ == "__main__":
    main()
