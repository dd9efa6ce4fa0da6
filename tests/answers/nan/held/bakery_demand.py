"""Forecast bread demand: pandas features, a small PyTorch model.

Culprit: reindex to every day leaves NaN for the closed Sundays, loss NaN (pandas into PyTorch)
Report: general "loss is nan because of NaN in the data" threads
"""

import io
from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from torch import nn


@dataclass
class Config:
    lags: tuple = (1, 2, 7)
    hidden: int = 12
    epochs: int = 8
    lr: float = 0.01
    seed: int = 6


def till_export(days=70, seed=2):
    rng = np.random.default_rng(seed)
    index = pd.date_range("2024-01-01", periods=days, freq="D")
    week = np.array([110, 100, 105, 115, 140, 180, 0])
    loaves = week[index.dayofweek] + rng.normal(0, 8, days)
    frame = pd.DataFrame({"day": index, "loaves": loaves.round()})
    return frame[index.dayofweek != 6].to_csv(index=False)


def load(text):
    frame = pd.read_csv(io.StringIO(text), parse_dates=["day"]).set_index("day")
    every = pd.date_range(frame.index[0], frame.index[-1], freq="D")
    return frame["loaves"].reindex(every)  # culprit


class Features:
    def __init__(self, cfg):
        self.cfg = cfg

    def build(self, loaves):
        table = pd.DataFrame({f"lag{k}": loaves.shift(k) for k in self.cfg.lags})
        angle = 2 * np.pi * loaves.index.dayofweek / 7
        table["sin"], table["cos"] = np.sin(angle), np.cos(angle)
        start = max(self.cfg.lags)
        scale = loaves.max()
        table[[c for c in table if c.startswith("lag")]] /= scale
        x = torch.tensor(table.to_numpy()[start:], dtype=torch.float32)
        y = torch.tensor((loaves / scale).to_numpy()[start:], dtype=torch.float32)
        return x, y[:, None], scale


def train(cfg, x, y):
    torch.manual_seed(cfg.seed)
    net = nn.Sequential(nn.Linear(x.shape[1], cfg.hidden), nn.ReLU(), nn.Linear(cfg.hidden, 1))
    opt = torch.optim.Adam(net.parameters(), lr=cfg.lr)
    for epoch in range(cfg.epochs):
        loss = nn.functional.smooth_l1_loss(net(x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
    print(f"loss after {cfg.epochs} epochs {loss.item():.5f}")
    return net


def main():
    cfg = Config()
    loaves = load(till_export())
    x, y, scale = Features(cfg).build(loaves)
    net = train(cfg, x, y)
    with torch.no_grad():
        tomorrow = scale * net(x[-1:]).item()
    print("loaves tomorrow", tomorrow)


if __name__ == "__main__":
    main()
