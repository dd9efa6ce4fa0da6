"""Keep the accounts of a savings bank of a village, month by month.

Culprit: see after.py
"""

import numpy as np

ANNUAL_RATE = 0.036
FEE = 0.75


def deposits(members, months, seed):
    rng = np.random.default_rng(seed)
    amounts = rng.gamma(2.0, 40.0, (months, members)).round(2)
    amounts[rng.random((months, members)) < 0.3] = 0.0
    return amounts


paid_in = deposits(25, 36, seed=90)
balance = np.zeros(25)
interest_paid = np.zeros(25)
history = []
for month in paid_in:
    interest = balance * ((1 + ANNUAL_RATE) ** (1 / 12) - 1)
    balance = balance + interest + month
    balance = np.where(balance > 500, balance, balance - FEE)
    balance = np.maximum(balance, 0.0)
    interest_paid += interest
    history.append(balance.sum())
growth = np.diff(history)
print(f"paid in {paid_in.sum():.2f}")
print(f"balance {balance.sum():.2f}, interest {interest_paid.sum():.2f}")
print(f"richest {balance.max():.2f}, median {np.median(balance):.2f}")
print(f"growth in the last year {growth[-12:].mean():.4f} a month")
