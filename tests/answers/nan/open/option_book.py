"""Net delta of a small book of index calls.

The desk wants one number each morning: how many units of the index hedge the
book. Each call is valued with Black-Scholes at its own expiry.

Culprit: the year fraction is taken with // 365, so expiries 35, 98 and 189 days
away become 0 years; sigma * sqrt(0) is 0 and the at-the-money call (log(S/K) = 0)
gives 0/0 = NaN in d1, which makes the net delta NaN.
"""

from datetime import date

import numpy as np
from scipy.stats import norm

TODAY = date(2026, 3, 2)
SPOT = 5200.0
RATE = 0.0
BOOK = [
    # strike, expiry, implied volatility, contracts
    (5000.0, date(2026, 4, 6), 0.17, 40),
    (5200.0, date(2026, 4, 6), 0.15, -120),
    (5200.0, date(2026, 6, 8), 0.16, 60),
    (5500.0, date(2026, 9, 7), 0.18, 35),
]


def tenor(expiry):
    return (expiry - TODAY).days // 365  # culprit


def book_arrays(book):
    strike = np.array([row[0] for row in book])
    years = np.array([tenor(row[1]) for row in book], dtype=float)
    sigma = np.array([row[2] for row in book])
    size = np.array([row[3] for row in book], dtype=float)
    return strike, years, sigma, size


def call_delta(spot, strike, years, sigma, rate):
    spread = sigma * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + 0.5 * sigma**2) * years) / spread
    return norm.cdf(d1)


def main():
    strike, years, sigma, size = book_arrays(BOOK)
    delta = call_delta(SPOT, strike, years, sigma, RATE)
    exposure = size * delta
    for row, amount in zip(BOOK, exposure):
        print(f"{row[0]:7.0f} {row[1]}  {amount:9.2f}")
    print(f"net delta {exposure.sum():.2f} index units")


if __name__ == "__main__":
    main()
