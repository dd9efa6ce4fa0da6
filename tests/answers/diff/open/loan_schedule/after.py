"""Repayment schedules for a small lender.

Culprit: none: equal; equal refactoring: loop over DataFrame rows to dataclass and array
Report: own
"""

import io
from dataclasses import dataclass

import numpy as np
import pandas as pd

LOANS = """loan,principal,rate,months
A-17,12000,0.048,24
A-18,4500,0.062,12
B-02,30000,0.039,36
B-07,8000,0.055,18
"""


@dataclass(frozen=True)
class Loan:
    name: str
    principal: float
    rate: float
    months: int

    @property
    def monthly(self):
        return self.rate / 12

    def payment(self):
        return self.principal * self.monthly / (1 - (1 + self.monthly) ** -self.months)

    def schedule(self):
        """Columns: interest, repaid, balance after the month."""
        pay = self.payment()
        table = np.empty((self.months, 3))
        balance = self.principal
        for row in table:
            row[0] = balance * self.monthly
            row[1] = pay - row[0]
            row[2] = balance = balance - row[1]
        return table


def read():
    frame = pd.read_csv(io.StringIO(LOANS))
    return frame, [Loan(*row) for row in frame.itertuples(index=False, name=None)]


def main():
    frame, loans = read()
    tables = {loan.name: loan.schedule() for loan in loans}
    assert all(abs(t[-1, 2]) < 1e-6 for t in tables.values())
    frame["interest"] = [t[:, 0].sum() for t in tables.values()]
    frame["share"] = frame["interest"] / frame["principal"]
    print(frame.round(4).to_string(index=False))
    print("book interest", round(float(frame["interest"].sum()), 6))


if __name__ == "__main__":
    main()
