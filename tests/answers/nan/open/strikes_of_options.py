"""Find the volatility that the prices of options imply, by Newton's method, for a row of strikes.

Symptom: the implied volatility of the two highest strikes is nan, and so is the mean of the smile.
Culprit: far from the money the price hardly depends on the volatility at the start: the step divides by a vega of 0.
Report: TheQuantPy/youtube-tutorials#6 (the implied volatility by Newton's method is nan)
"""

import math

import numpy as np
from numba import njit

SPOT, RATE, YEARS = 100.0, 0.02, 0.05


@njit
def normal(x):
    return 0.5 * (1.0 + math.erf(x / math.sqrt(2.0)))


@njit(error_model="numpy")
def price_and_vega(strike, sigma):
    root = sigma * math.sqrt(YEARS)
    d1 = (math.log(SPOT / strike) + (RATE + 0.5 * sigma * sigma) * YEARS) / root
    price = SPOT * normal(d1) - strike * math.exp(-RATE * YEARS) * normal(d1 - root)
    vega = SPOT * math.sqrt(YEARS) * math.exp(-0.5 * d1 * d1) / math.sqrt(2.0 * math.pi)
    return price, vega


@njit(error_model="numpy")
def implied(strikes, prices, start):
    smile = np.empty(strikes.size)
    for number in range(strikes.size):
        sigma = start
        for _ in range(40):
            price, vega = price_and_vega(strikes[number], sigma)
            sigma -= (price - prices[number]) / vega  # culprit
        smile[number] = sigma
    return smile


strikes = np.array([95.0, 100.0, 105.0, 150.0, 180.0])
true = np.array([0.24, 0.22, 0.23, 0.62, 0.80])
prices = np.array([price_and_vega(strike, sigma)[0] for strike, sigma in zip(strikes, true, strict=True)])
smile = implied(strikes, prices, 0.2)
for strike, price, sigma in zip(strikes, prices, smile, strict=True):
    print(f"strike {strike:6.1f}  price {price:9.5f}  volatility {sigma:.4f}")
print(f"mean {smile.mean():.4f}")
