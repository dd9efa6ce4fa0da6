"""Forecasts the weekly demand of a spare part with a first-order autoregression.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
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
    intercept = constant * (1.0 - memory)
    values = []
    for _ in range(steps):
        last = intercept + memory * last
        values.append(last)
    return np.array(values)


def main():
    demand = weekly_demand()
    history, future = demand[:-8], demand[-8:]
    constant, memory = fit_model(history)
    expected = forecast(history[-1], constant, memory, steps=8)
    print(f"mean demand so far: {history.mean():.1f} pieces a week")
    print(f"estimates: constant {constant:.2f}, memory {memory:.3f}")
    print("forecast: " + " ".join(f"{value:.0f}" for value in expected))
    print("observed: " + " ".join(f"{value:.0f}" for value in future))
    print(f"mean absolute error: {np.abs(expected - future).mean():.1f} pieces")
    print(f"stock for eight weeks: {expected.sum():.0f} pieces")


if __name__ == "__main__":
    main()
