"""Decay of violin string partials: regression of level on time.

Fits each partial by least squares; prints decay rates and residuals.

Symptom: the residual deviation is about as large as the level change itself though the lines fit well
Culprit: the prediction is a column (n, 1) and the level a row (n,), so their difference is an (n, n) table with the spread of all pairs.
Report: none
"""

import numpy as np


def partials(rng, n=150):
    """Level in dB of five partials over two seconds."""
    t = np.linspace(0.0, 2.0, n)
    rates = np.array([14.0, 19.0, 27.0, 33.0, 46.0])
    start = np.array([-6.0, -11.0, -9.0, -17.0, -22.0])
    level = start[:, None] - rates[:, None] * t + rng.normal(0, 0.8, (5, n))
    return t, level


class LineFit:
    def __init__(self, t):
        self.design = np.column_stack([np.ones_like(t), t])

    def fit(self, level):
        column = level.reshape(-1, 1)
        self.coef, *_ = np.linalg.lstsq(self.design, column, rcond=None)
        return self

    def predict(self):
        return self.design @ self.coef  # culprit, too

    def residual_sd(self, level):
        error = level - self.predict()  # culprit
        return np.sqrt(np.mean(error**2))

    @property
    def rate(self):
        return float(self.coef[1, 0])


def main():
    t, level = partials(np.random.default_rng(70))
    rates, spreads = [], []
    for k, row in enumerate(level, start=1):
        line = LineFit(t).fit(row)
        rates.append(-line.rate)
        spreads.append(line.residual_sd(row))
        print(f"partial {k}: {rates[-1]:7.3f} dB/s, residual {spreads[-1]:7.3f} dB")
    rates, spreads = np.array(rates), np.array(spreads)
    print("time to -60 dB of partial 1: %.3f s" % (60.0 / rates[0]))
    weight = 1.0 / spreads**2
    print("weighted mean rate: %.4f dB/s" % ((weight * rates).sum() / weight.sum()))
    print("error of the rate: %.4f dB/s" % (spreads.mean() / (t.std() * np.sqrt(t.size))))


if __name__ == "__main__":
    main()
