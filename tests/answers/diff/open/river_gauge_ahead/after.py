"""Forecast river gauge levels a step ahead with a small GRU.

Trains with a decaying learning rate; prints losses and the test error.

Symptom: the losses fall slower from the first epoch on and the test error is larger
Culprit: the scheduler steps after each of the 11 batches instead of once per epoch, so the learning rate is multiplied by 0.9^11 = 0.31 per epoch.
Report: none
"""

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

torch.set_num_threads(1)
WINDOW, TRAIN, BATCH = 16, 484, 44


class GaugeNet(nn.Module):
    def __init__(self, width=12):
        super().__init__()
        self.gru = nn.GRU(1, width, batch_first=True)
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        hidden, _ = self.gru(x)
        return self.out(hidden[:, -1]).squeeze(1)


def gauge_series(seed, n=700, fit=500):
    rng = np.random.default_rng(seed)
    t = np.arange(n)
    level = np.sin(2 * np.pi * t / 25.0) + 0.4 * np.sin(2 * np.pi * t / 8.3)
    level = level + 0.05 * rng.normal(size=n)
    past = level[:fit]
    return (level - past.mean()) / past.std()


def windows(series):
    view = np.lib.stride_tricks.sliding_window_view(series, WINDOW)[:-1]
    x = torch.tensor(view.copy(), dtype=torch.float32).unsqueeze(2)
    return x, torch.tensor(series[WINDOW:], dtype=torch.float32)


class Trainer:
    def __init__(self, net, lr=0.01, gamma=0.9):
        self.net = net
        self.optim = torch.optim.Adam(net.parameters(), lr=lr)
        self.sched = torch.optim.lr_scheduler.ExponentialLR(self.optim, gamma=gamma)

    def update(self, xb, yb):
        loss = nn.functional.mse_loss(self.net(xb), yb)
        self.optim.zero_grad()
        loss.backward()
        self.optim.step()
        self.sched.step()  # culprit
        return loss.item()

    def fit(self, loader, epochs):
        for epoch in range(epochs):
            losses = [self.update(xb, yb) for xb, yb in loader]
            print("epoch %d loss %.5f" % (epoch, sum(losses) / len(losses)))


def main():
    torch.manual_seed(14)
    x, y = windows(gauge_series(14))
    net = GaugeNet()
    generator = torch.Generator()
    loader = DataLoader(TensorDataset(x[:TRAIN], y[:TRAIN]), BATCH, generator=generator)
    Trainer(net).fit(loader, epochs=6)
    net.eval()
    with torch.no_grad():
        error = net(x[TRAIN:]) - y[TRAIN:]
    print("test rmse: %.5f" % error.square().mean().sqrt().item())
    print("bias: %.5f" % error.mean().item())


if __name__ == "__main__":
    main()
