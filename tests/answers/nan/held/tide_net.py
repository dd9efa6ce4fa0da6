"""Learn tidal amplitudes by gradient descent on harmonic features.

Culprit: learning rate setting far too high, diverges to NaN (PyTorch)
Report: amdegroot/ssd.pytorch#275, maskrcnn-benchmark#295
"""

from dataclasses import dataclass

import torch


@dataclass(frozen=True)
class Settings:
    hours: int = 24 * 20
    batch: int = 48
    epochs: int = 30
    lr: float = 5.0  # culprit
    momentum: float = 0.9
    decay: float = 0.98
    seed: int = 4


SPEEDS = {"M2": 28.984, "S2": 30.0, "O1": 13.943, "K1": 15.041}


def features(hour):
    angle = torch.deg2rad(torch.tensor(list(SPEEDS.values()))) * hour[:, None]
    return torch.cat([torch.cos(angle), torch.sin(angle), torch.ones(len(hour), 1)], dim=1)


def gauge(cfg):
    gen = torch.Generator().manual_seed(cfg.seed)
    hour = torch.arange(cfg.hours, dtype=torch.float32)
    x = features(hour)
    truth = torch.tensor([1.4, 0.5, 0.2, 0.3, 0.6, 0.1, 0.1, 0.2, 2.8])
    return x, x @ truth + 0.05 * torch.randn(len(hour), generator=gen)


class Harmonics(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.coef = torch.nn.Parameter(torch.zeros(n))

    def forward(self, x):
        return x @ self.coef

    def amplitudes(self):
        c = self.coef.detach()
        k = len(SPEEDS)
        return torch.hypot(c[:k], c[k : 2 * k])


def fit(cfg, x, y):
    model = Harmonics(x.shape[1])
    opt = torch.optim.SGD(model.parameters(), lr=cfg.lr, momentum=cfg.momentum)
    plan = torch.optim.lr_scheduler.ExponentialLR(opt, cfg.decay)
    for epoch in range(cfg.epochs):
        order = torch.randperm(len(x))
        for pick in order.split(cfg.batch):
            loss = ((model(x[pick]) - y[pick]) ** 2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
        plan.step()
    return model, loss.item()


def main():
    cfg = Settings()
    torch.manual_seed(cfg.seed)
    x, y = gauge(cfg)
    model, loss = fit(cfg, x, y)
    print("loss", loss)
    for name, a in zip(SPEEDS, model.amplitudes()):
        print(f"{name} {a.item():.4f} m")


if __name__ == "__main__":
    main()
