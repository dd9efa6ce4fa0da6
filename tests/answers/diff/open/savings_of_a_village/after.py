"""Keep the accounts of a savings bank of a village, month by month.

Symptom: the bank pays a little more interest
Culprit: the rate of a month is a twelfth of that of the year; before, twelve months made exactly the year's rate
Report: none
"""

from dataclasses import dataclass, field

import numpy as np


@dataclass
class Bank:
    members: int
    annual_rate: float = 0.036
    fee: float = 0.75
    free_from: float = 500.0
    history: list = field(default_factory=list)

    def __post_init__(self):
        self.balance = np.zeros(self.members)
        self.interest_paid = np.zeros(self.members)
        self.monthly_rate = self.annual_rate / 12  # culprit

    def month(self, paid_in):
        interest = self.monthly_rate * self.balance
        self.interest_paid += interest
        self.balance = self.balance + interest + paid_in
        charged = self.balance <= self.free_from
        self.balance = np.maximum(self.balance - self.fee * charged, 0.0)
        self.history.append(self.balance.sum())


def deposits(members, months, seed):
    rng = np.random.default_rng(seed)
    amounts = rng.gamma(2.0, 40.0, (months, members)).round(2)
    amounts[rng.random((months, members)) < 0.3] = 0.0
    return amounts


def main():
    paid_in = deposits(25, 36, seed=90)
    bank = Bank(paid_in.shape[1])
    for amounts in paid_in:
        bank.month(amounts)
    growth = np.diff(bank.history)
    print(f"paid in {paid_in.sum():.2f}")
    print(f"balance {bank.balance.sum():.2f}, interest {bank.interest_paid.sum():.2f}")
    print(f"richest {bank.balance.max():.2f}, median {np.median(bank.balance):.2f}")
    print(f"growth in the last year {growth[-12:].mean():.4f} a month")


main()
