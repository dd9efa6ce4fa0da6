"""Estimates the yearly electricity use of a house from monthly meter readings.

Symptom: the estimate is 109931 kWh a year from 3313 kWh metered over eleven months.
Culprit: the dates are day first, but to_datetime takes 05/01/2024 to 05/12/2024 as 1 to 12 May, so 335 days shrink to 11 and the estimate is 30 times the right 3610 kWh.
Report: pandas-dev/pandas#35402
"""

import io

import pandas as pd

READINGS = """date;reading_kwh
05/01/2024;48210
05/02/2024;48655
05/03/2024;49048
05/04/2024;49391
05/05/2024;49657
05/06/2024;49868
05/07/2024;50061
05/08/2024;50249
05/09/2024;50457
05/10/2024;50742
05/11/2024;51102
05/12/2024;51523
"""


def load(text):
    """The caretaker reads the meter on the fifth of every month."""
    table = pd.read_csv(io.StringIO(text), sep=";")
    table["date"] = pd.to_datetime(table["date"])  # culprit
    return table.sort_values("date").reset_index(drop=True)


def add_daily_use(table):
    table = table.copy()
    table["days"] = table["date"].diff().dt.days
    table["use"] = table["reading_kwh"].diff()
    table["per_day"] = table["use"] / table["days"]
    return table


def yearly_estimate(table):
    days = (table["date"].iloc[-1] - table["date"].iloc[0]).days
    used = table["reading_kwh"].iloc[-1] - table["reading_kwh"].iloc[0]
    return 365 * used / days


def main():
    table = add_daily_use(load(READINGS))
    print(f"{len(table)} readings, {table['use'].sum():.0f} kWh in all")
    print(f"highest use a day: {table['per_day'].max():.1f} kWh")
    print(f"lowest use a day:  {table['per_day'].min():.1f} kWh")
    estimate = yearly_estimate(table)
    print(f"estimated use a year: {estimate:.0f} kWh")
    print(f"advance payment a month at 0.31 EUR/kWh: {estimate * 0.31 / 12:.2f} EUR")


if __name__ == "__main__":
    main()
