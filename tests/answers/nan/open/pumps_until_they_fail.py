"""Fit the life of pumps by a discrete Weibull distribution, some of which still run.

Symptom: the loss is inf, and then the parameters are nan
Culprit: log(exp(h1 - h0) - 1) is log(0) where the two hazards are the same float32 number
Report: ragulpr/wtte-rnn#39
"""

import numpy as np
import torch
from torch import nn


def fleet(count):
    rng = np.random.default_rng(30)
    load = rng.uniform(0.2, 1.0, count)
    life = np.floor(900.0 * load**-0.5 * rng.weibull(1.3, count))
    ends = np.minimum(life, 600.0)
    features = np.stack([load, rng.uniform(0, 1, count)], axis=1)
    return [torch.tensor(part, dtype=torch.float32) for part in (features, ends, life <= 600.0)]


class Life(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))

    def forward(self, features):
        scale, shape = self.body(features).unbind(1)
        return torch.exp(4.0 + scale), torch.exp(shape - 9.5)


def hazard(times, scale, shape):
    return torch.pow((times + 1e-6) / scale, shape)


def negative_log_likelihood(times, failed, scale, shape):
    before, after = hazard(times, scale, shape), hazard(times + 1.0, scale, shape)
    seen = torch.log(torch.exp(after - before) - 1.0)  # culprit
    return -(failed * seen - after).mean()


def main():
    torch.manual_seed(2)
    features, times, failed = fleet(200)
    model = Life()
    optimiser = torch.optim.Adam(model.parameters(), lr=0.02)
    for step in range(5):
        optimiser.zero_grad()
        loss = negative_log_likelihood(times, failed, *model(features))
        loss.backward()
        optimiser.step()
        print(f"{step}: {loss.item()}")
    scale, shape = model(features)
    print("median scale:", scale.median().item(), "median shape:", shape.median().item())


main()
