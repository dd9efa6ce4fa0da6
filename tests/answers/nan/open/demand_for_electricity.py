"""Forecast the demand for electricity with a small neural network and early stopping.

Symptom: the loss and the validation scores are nan after a few epochs; R2 of the forecast is below -1e6.
Culprit: with a learning rate of 0.5 and targets of about 900 every step overshoots until the weights overflow.
Report: scikit-learn/scikit-learn#29504
"""

import warnings

import numpy as np
from sklearn.model_selection import train_test_split
from sklearn.neural_network import MLPRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

RATE = 0.5  # culprit


def history(days=400, seed=33):
    rng = np.random.default_rng(seed)
    temperature = 10 + 9 * np.sin(np.arange(days) * 2 * np.pi / 365) + rng.normal(0, 2, days)
    price = rng.uniform(20, 45, days)
    demand = 1100 - 12 * temperature - 3 * price + rng.normal(0, 10, days)
    return np.column_stack([temperature, price]), demand


def build():
    network = MLPRegressor(
        hidden_layer_sizes=(32, 16),
        activation="identity",
        solver="sgd",
        learning_rate_init=RATE,
        early_stopping=True,
        max_iter=40,
        random_state=1,
    )
    return make_pipeline(StandardScaler(), network)


def main():
    warnings.simplefilter("ignore", RuntimeWarning)
    warnings.simplefilter("ignore", UserWarning)
    features, demand = history()
    known, unknown, known_demand, unknown_demand = train_test_split(features, demand, random_state=0)
    model = build().fit(known, known_demand)
    print("validation scores:", model[-1].validation_scores_[-3:])
    print("loss of the last epochs:", model[-1].loss_curve_[-3:])
    print("R2 of the forecast:", model.score(unknown, unknown_demand))


if __name__ == "__main__":
    main()
