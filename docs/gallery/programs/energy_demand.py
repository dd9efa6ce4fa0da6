"""Predict the demand for energy from temperature and hour with a small network."""

import numpy as np
from sklearn.neural_network import MLPRegressor

rng = np.random.default_rng(3)
features = np.column_stack([rng.uniform(250, 310, 400), rng.uniform(0, 24, 400)])
demand = 5e4 + 300 * (features[:, 0] - 285) ** 2 + 900 * np.cos(features[:, 1] / 24 * 2 * np.pi)
model = MLPRegressor(hidden_layer_sizes=(50,), activation="identity", solver="sgd", learning_rate_init=1.0, random_state=0)
model.fit(features, demand)
print("score:", model.score(features, demand))
