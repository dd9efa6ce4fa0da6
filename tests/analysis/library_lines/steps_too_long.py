"""Fit a network to large numbers by long steps.

Report: scikit-learn/scikit-learn#29504
Says: `fit`: the numbers overflow while it fits; the steps may be too large for data of this size
"""

import warnings

import numpy as np
from sklearn.neural_network import MLPRegressor

warnings.simplefilter("ignore")
x = np.random.default_rng(0).normal(size=(60, 2))
network = MLPRegressor(
    hidden_layer_sizes=(8,),
    activation="identity",
    solver="sgd",
    learning_rate_init=0.5,
    max_iter=12,
    random_state=1,
)
try:
    network.fit(x, 900 + 100 * x[:, 0])  # culprit
except ValueError as error:
    print(error)
