"""Forecasts the weekly demand of a spare part with a first-order autoregression.

Symptom: the forecast rises to 252 pieces a week although the demand stays near 119.
Culprit: the constant of ARIMA (119.23) is the mean of the series and is used as the intercept, which is 119.23*(1-0.529)=56.2.
Report: https://www.mejorcodigo.com/p/70346.html
"""

import warnings

import numpy as np
from statsmodels.tsa.arima.model import ARIMA

warnings.simplefilter("ignore")


def weekly_demand(weeks=220, seed=17):
    """Demand of a spare part, in pieces a week, around a level of 120."""
    generator = np.random.default_rng(seed)
    demand = np.empty(weeks)
    demand[0] = 120.0
    for week in range(1, weeks):
        demand[week] = 48.0 + 0.6 * demand[week - 1] + generator.normal(0.0, 6.0)
    return demand


def fit_model(demand):
    result = ARIMA(demand, order=(1, 0, 0), trend="c").fit()
    constant, memory = result.params[0], result.params[1]
    return float(constant), float(memory)


def forecast(last, constant, memory, steps):
    values = []
    for _ in range(steps):
        last = constant + memory * last  # culprit
        values.append(last)
    return np.array(values)


def main():
    demand = weekly_demand()
    history, future = demand[:-8], demand[-8:]
    constant, memory = fit_model(history)
    ahead = forecast(history[-1], constant, memory, steps=8)
    print(f"mean demand so far: {history.mean():.1f} pieces a week")
    print(f"estimates: constant {constant:.2f}, memory {memory:.3f}")
    print("forecast: " + " ".join(f"{value:.0f}" for value in ahead))
    print("observed: " + " ".join(f"{value:.0f}" for value in future))
    print(f"mean absolute error: {np.abs(ahead - future).mean():.1f} pieces")
    print(f"stock for eight weeks: {ahead.sum():.0f} pieces")


if __name__ == "__main__":
    main()
