"""Monthly growth of the passengers of three island ferry lines.

Growth is the log return of monthly passengers; the summary is used for the timetable.
Symptom: mean growth of the line "Skerry" is nan and its volatility is nan.
Culprit: two months in which the counter was out of order are filled with 0 instead of being left missing or
interpolated, so the log return is -inf and +inf.
Report: none
"""

import numpy as np
import pandas as pd

pd.options.display.width = 110


def counters() -> pd.DataFrame:
    rng = np.random.default_rng(2718)
    months = pd.period_range("2021-01", "2023-12", freq="M")
    season = 1 + 0.5 * np.sin(2 * np.pi * (months.month.values - 4) / 12)
    data = {}
    for line, level in {"Skerry": 4200, "North Holm": 9100, "Longsound": 2600}.items():
        trend = np.linspace(1.0, 1.25, len(months))
        data[line] = np.round(level * season * trend * rng.normal(1, 0.04, len(months)))
    frame = pd.DataFrame(data, index=months)
    # counter on the Skerry pier was struck by lightning
    frame.loc["2022-02":"2022-03", "Skerry"] = np.nan
    return frame


class GrowthReport:
    def __init__(self, passengers: pd.DataFrame):
        self.passengers = self._prepare(passengers)

    @staticmethod
    def _prepare(passengers):
        ordered = passengers.sort_index()
        return ordered.fillna(0)  # culprit

    def log_growth(self) -> pd.DataFrame:
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.log(self.passengers / self.passengers.shift(1)).iloc[1:]

    def summary(self) -> pd.DataFrame:
        growth = self.log_growth()
        return pd.DataFrame(
            {
                "passengers": self.passengers.sum(),
                "mean_growth": growth.mean(),
                "volatility": growth.std(),
                "best_month": growth.apply(lambda c: str(c.idxmax())),
            }
        )


def main():
    report = GrowthReport(counters())
    summary = report.summary()
    print(summary.to_string(float_format=lambda v: f"{v:.4f}"))
    fastest = summary["mean_growth"].max()
    print("fastest mean growth of a line:", round(fastest, 5))
    print("mean over the lines:", np.mean(summary["mean_growth"].to_numpy()))


if __name__ == "__main__":
    main()
