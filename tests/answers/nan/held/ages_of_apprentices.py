"""Report how old apprentices are when they begin, from a list typed in two offices.

Dates are typed as day/month/year. Who broke off has no end date and does not count for the length. The ages of the
trades are averaged with the number of apprentices, and compared by a test.

Symptom: mean ages of all trades, the mean of all apprentices and the test print nan, lengths have numbers
Culprit: births are parsed as month/day/year with errors="coerce": every day after the twelfth becomes a missing date
Report: none
"""

import numpy as np
import pandas as pd
from scipy import stats

TRADES = ["baker", "joiner", "mason", "roofer"]


def typed(seed, count):
    """Return the list with dates as text."""
    rng = np.random.default_rng(seed)
    trade = rng.choice(TRADES, count)
    begin = pd.Timestamp("2021-08-01") + pd.to_timedelta(rng.integers(0, 45, count), unit="D")
    years = rng.normal(17.2, 1.1, count) + 0.6 * (trade == "roofer")
    birth = begin - pd.to_timedelta((years * 365.25).round(), unit="D")
    end = begin + pd.to_timedelta(rng.normal(1095, 40, count).round(), unit="D")
    frame = pd.DataFrame(
        {
            "trade": trade,
            "birth": birth.strftime("%d/%m/%Y"),
            "begin": begin.strftime("%d/%m/%Y"),
            "end": end.strftime("%d/%m/%Y"),
        }
    )
    frame.loc[rng.random(count) < 0.15, "end"] = None
    return frame


def parsed(frame):
    """Return the list with dates."""
    return frame.assign(
        birth=pd.to_datetime(frame["birth"], format="%m/%d/%Y", errors="coerce"),  # culprit
        begin=pd.to_datetime(frame["begin"], format="%d/%m/%Y"),
        end=pd.to_datetime(frame["end"], format="%d/%m/%Y"),
    )


def in_years(span):
    """Return time spans in years."""
    return span / pd.Timedelta(days=365.25)


def summary(frame):
    """Return the apprentices, the mean age and the mean length of each trade."""
    rows = []
    for trade, group in frame.groupby("trade"):
        age = in_years(group["begin"] - group["birth"]).to_numpy()
        finished = group.dropna(subset=["end"])
        length = in_years(finished["end"] - finished["begin"]).to_numpy()
        rows.append({"trade": trade, "count": len(group), "age": np.mean(age), "length": np.mean(length)})
    return pd.DataFrame(rows).set_index("trade")


def main():
    """Print the report."""
    frame = parsed(typed(17, 160))
    print(f"{len(frame)} apprentices, {int(frame['end'].isna().sum())} broke off")
    table = summary(frame)
    for trade, row in table.iterrows():
        print(f"  {trade:<7} {row['count']:3.0f}  begin at {row['age']:.2f}, stay {row['length']:.2f} years")
    mean = np.average(table["age"], weights=table["count"])
    print(f"mean age {mean:.2f} years")
    age = in_years(frame["begin"] - frame["birth"])
    roofers, others = age[frame["trade"] == "roofer"], age[frame["trade"] != "roofer"]
    test = stats.ttest_ind(roofers.to_numpy(), others.to_numpy(), equal_var=False)
    print(f"roofers against others: t = {test.statistic:.2f}, p = {test.pvalue:.3f}")


if __name__ == "__main__":
    main()
