"""Flow duration of a river from daily discharge.

Reads the gauge's file, takes the logarithm of the discharge, and prints the mean of each month and the flow that is
exceeded on nine days of ten.

Symptom: the mean of February and all quantiles are NaN.
Culprit: the file marks missing days with -999.9, but -999 is declared as missing: the four days stay in the data, and
their logarithm is NaN.
Report: none
"""

import io

import numpy as np
import pandas as pd

rng = np.random.default_rng(3)


def gauge_file():
    days = pd.date_range("2023-01-01", periods=120)
    flow = np.round(np.exp(rng.normal(2.0, 0.6, days.size)), 1)
    flow[[40, 41, 42, 45]] = -999.9
    lines = [f"{day:%Y-%m-%d};{value:.1f}" for day, value in zip(days, flow)]
    return "date;flow\n" + "\n".join(lines) + "\n"


def read_gauge(text):
    return pd.read_csv(
        io.StringIO(text),
        sep=";",
        parse_dates=["date"],
        na_values=["-999"],  # culprit
    )


def logarithmic(table):
    table = table.dropna(subset=["flow"])
    return table.assign(log=np.log10(table["flow"].to_numpy()))


table = logarithmic(read_gauge(gauge_file()))
for month, part in table.groupby(table["date"].dt.month):
    print(f"month {month}: {10 ** np.mean(part['log'].to_numpy()):6.2f} m3/s")
low = np.quantile(table["log"].to_numpy(), 0.1)
print(f"exceeded on nine days of ten: {10**low:.2f} m3/s")
