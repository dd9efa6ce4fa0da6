"""Reports how much a coin gained over a month of five-minute closing prices.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
import pandas as pd


def make_prices(bars, seed):
    """Closing prices of a coin in a rising month."""
    rng = np.random.default_rng(seed)
    steps = rng.normal(0.0, 0.004, bars)
    steps += (np.log(1.83) - steps.sum()) / bars
    close = 434.5 * np.exp(np.cumsum(steps))
    stamps = pd.date_range("2017-12-01", periods=bars, freq="5min")
    volume = rng.gamma(2.0, 350.0, bars)
    return pd.DataFrame({"close": close, "volume": volume}, index=stamps)


def daily_range(frame):
    """Highest over lowest close of each day, less one."""
    by_day = frame["close"].resample("D")
    return by_day.max() / by_day.min() - 1


def month_gain(frame):
    """Gain over the whole table, as a fraction."""
    returns = frame["close"].pct_change().dropna()
    return (1 + returns).prod() - 1


def volatility(frame):
    """Standard deviation of the daily returns, per year."""
    daily = frame["close"].resample("D").last().pct_change().dropna()
    return daily.std() * np.sqrt(365)


def main():
    frame = make_prices(6048, seed=23)
    print(f"bars: {len(frame)}, from {frame.index[0]} to {frame.index[-1]}")
    print(f"mean daily range: {daily_range(frame).mean():.2%}")
    print(f"yearly volatility: {volatility(frame):.1%}")
    gain = month_gain(frame)
    print(f"gain over the month: {gain:.2%}")
    print(f"an investment of 1000 became {1000 * (1 + gain):.2f}")


if __name__ == "__main__":
    main()
