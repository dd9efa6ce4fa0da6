"""Moisture of hops in a kiln: small network with early stopping on a validation set.

Training stops when the validation loss has not improved for 15 epochs.
Symptom: none
Culprit: none
Tempts: the best loss starts at inf and the training ends long before max_epochs; both are intended, the loss converges.
Report: none
"""

import copy
import math

import numpy as np
import torch
from torch import nn


def batches(seed=41, n=260):
    rng = np.random.default_rng(seed)
    hours = rng.uniform(0, 9, n)
    heat = rng.uniform(50, 70, n)
    moisture = 78 * np.exp(-hours * (heat - 35) / 110) + 4 + rng.normal(0, 1.2, n)
    x = np.column_stack([hours / 9, (heat - 60) / 10])
    y = (moisture - 40) / 25
    as_tensor = lambda a: torch.tensor(a, dtype=torch.float32)
    return as_tensor(x), as_tensor(y)[:, None]


class EarlyStopping:
    def __init__(self, patience=15, min_delta=1e-4):
        self.patience = patience
        self.min_delta = min_delta
        self.best_loss = math.inf
        self.best_state = None
        self.waited = 0

    def step(self, loss, model):
        if loss < self.best_loss - self.min_delta:
            self.best_loss = loss
            self.best_state = copy.deepcopy(model.state_dict())
            self.waited = 0
        else:
            self.waited += 1
        return self.waited >= self.patience


def fit(max_epochs=2000):
    torch.manual_seed(10)
    torch.set_num_threads(1)
    x, y = batches()
    model = nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
    optimiser = torch.optim.Adam(model.parameters(), lr=0.02)
    stopper = EarlyStopping()
    loss_fn = nn.MSELoss()
    for epoch in range(max_epochs):
        optimiser.zero_grad()
        loss = loss_fn(model(x[:180]), y[:180])
        loss.backward()
        optimiser.step()
        with torch.no_grad():
            validation = loss_fn(model(x[180:220]), y[180:220]).item()
        if epoch % 40 == 0:
            print(f"epoch {epoch:>4}: train {loss.item():.4f} validation {validation:.4f}")
        if stopper.step(validation, model):
            break
    model.load_state_dict(stopper.best_state)
    with torch.no_grad():
        test = loss_fn(model(x[220:]), y[220:]).sqrt().item() * 25
    return epoch, stopper.best_loss, test


if __name__ == "__main__":
    epoch, best, test = fit()
    print("stopped early:", epoch < 1999)
    print(f"best validation loss {best:.3f}, test error {test:.2f} percentage points")
