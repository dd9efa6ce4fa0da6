"""Reports how much a coin gained over a month of five-minute closing prices.

Symptom: the month's gain prints as about 65 %, while the first and the last close say about 83 %
Culprit: the 5-minute returns are added up (.sum(), 0.65) where they have to be compounded to (1 + r).prod() - 1 = 0.83
Report: https://kiwix.lema.org/stackoverflow.com_en_all_2023-11/questions/49005742/pct-change-and-log-returns-differ-from-actual-values
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
    return returns.sum()  # culprit


def volatility(frame):
    """Standard deviation of the daily returns, per year."""
    daily = frame["close"].resample("D").last().pct_change().dropna()
    return daily.std() * np.sqrt(365)


def main():
    frame = make_prices(6048, seed=11)
    print(f"bars: {len(frame)}, from {frame.index[0]} to {frame.index[-1]}")
    print(f"mean daily range: {daily_range(frame).mean():.2%}")
    print(f"yearly volatility: {volatility(frame):.1%}")
    gain = month_gain(frame)
    print(f"gain of the month: {gain:.2%}")
    print(f"1000 invested became {1000 * (1 + gain):.2f}")


if __name__ == "__main__":
    main()
