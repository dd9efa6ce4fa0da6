"""Repayment schedules for a small lender (loop version)."""

import io

import numpy as np
import pandas as pd

LOANS = """loan,principal,rate,months
A-17,12000,0.048,24
A-18,4500,0.062,12
B-02,30000,0.039,36
B-07,8000,0.055,18
"""


def read():
    return pd.read_csv(io.StringIO(LOANS))


def payment(principal, rate, months):
    monthly = rate / 12
    return principal * monthly / (1 - (1 + monthly) ** -months)


def schedule(principal, rate, months):
    pay = payment(principal, rate, months)
    balance = float(principal)
    rows = []
    for m in range(1, months + 1):
        interest = balance * (rate / 12)
        paid = pay - interest
        balance = balance - paid
        rows.append((m, interest, paid, balance))
    return pd.DataFrame(rows, columns=["month", "interest", "paid", "balance"])


def main():
    loans = read()
    interest = []
    for row in loans.itertuples():
        table = schedule(row.principal, row.rate, row.months)
        assert abs(table["balance"].iloc[-1]) < 1e-6
        interest.append(table["interest"].sum())
    loans["interest"] = interest
    loans["share"] = loans["interest"] / loans["principal"]
    print(loans.round(4).to_string(index=False))
    print("book interest", round(float(np.sum(interest)), 6))


if __name__ == "__main__":
    main()
