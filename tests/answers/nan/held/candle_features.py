"""Features of minute candles for a trading agent, and their summary.

Symptom: The program prints NaN or inf.
Culprit: Pct_change after a zero price gives inf that dropna keeps.
Report: TorchTrade/torchtrade#398
"""

import numpy as np
import pandas as pd


def candles(seed=14, n=600):
    rng = np.random.default_rng(seed)
    close = 40 * np.exp(np.cumsum(rng.normal(0, 0.0015, n)))
    close = close.round(3)
    close[[211, 407]] = 0.0
    index = pd.date_range("2024-06-03 09:00", periods=n, freq="min")
    volume = rng.gamma(2.0, 150.0, n).round()
    return pd.DataFrame({"close": close, "volume": volume}, index=index)


def features(bars):
    out = pd.DataFrame(index=bars.index)
    out["change"] = bars["close"].pct_change()  # culprit
    out["volume_z"] = (bars["volume"] - bars["volume"].mean()) / bars["volume"].std()
    out["trend"] = bars["close"].rolling(10).mean() / bars["close"].rolling(60).mean() - 1
    return out.dropna()


def normalise(feats):
    return (feats - feats.mean()) / feats.std()


def main():
    bars = candles()
    feats = features(bars)
    print("bars:", len(bars), " feature rows:", len(feats))
    print("mean volume %.1f" % bars["volume"].mean())
    volatility = np.sqrt((feats["change"] ** 2).mean()) * np.sqrt(390)
    print("last state:", normalise(feats).iloc[-1].round(3).to_dict())
    print(f"daily volatility {volatility:.4f}")


if __name__ == "__main__":
    main()
