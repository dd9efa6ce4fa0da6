"""Growth of three funds from monthly price lists.

Symptom: The number is wrong.
Culprit: Simple returns summed instead of compounded (40,803 instead of 160,972).
Report: twopirllc/pandas-ta#271
"""

import numpy as np
import pandas as pd


def price_list(seed=31, months=96):
    rng = np.random.default_rng(seed)
    dates = pd.date_range("2015-01-31", periods=months + 1, freq="ME")
    drift = {"bonds": (0.003, 0.010), "world": (0.009, 0.045), "tech": (0.015, 0.085)}
    prices = {}
    for name, (mu, sd) in drift.items():
        steps = rng.normal(mu, sd, months)
        prices[name] = 100 * np.concatenate([[1.0], np.cumprod(1 + steps)])
    return pd.DataFrame(prices, index=dates)


def monthly_returns(prices):
    return prices.pct_change().dropna()


def cumulative_return(returns):
    return returns.cumsum()  # culprit


def max_drawdown(prices):
    return (prices / prices.cummax() - 1).min()


def annualised(total, months):
    return (1 + total) ** (12 / months) - 1


def main():
    prices = price_list()
    returns = monthly_returns(prices)
    total = cumulative_return(returns).iloc[-1]
    table = pd.DataFrame(
        {
            "volatility": returns.std() * np.sqrt(12),
            "drawdown": max_drawdown(prices),
            "total": total,
            "per year": annualised(total, len(returns)),
        }
    )
    print(table.round(3).to_string())
    final = 10_000 * (1 + total["tech"])
    print(f"10 000 in the tech fund became {final:,.0f}")


if __name__ == "__main__":
    main()
