"""A small classifier of leaf measurements, evaluated after every epoch."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Config:
    features: int = 6
    classes: int = 3
    hidden: int = 24
    dropout: float = 0.25
    lr: float = 0.01
    epochs: int = 5
    batch: int = 32
    seed: int = 3


def make_leaves(cfg, n=240):
    gen = torch.Generator().manual_seed(cfg.seed)
    y = torch.randint(0, cfg.classes, (n,), generator=gen)
    centres = torch.randn(cfg.classes, cfg.features, generator=gen)
    x = centres[y] + 0.8 * torch.randn(n, cfg.features, generator=gen)
    return x[:180], y[:180], x[180:], y[180:]


def build(cfg):
    return nn.Sequential(
        nn.Linear(cfg.features, cfg.hidden),
        nn.BatchNorm1d(cfg.hidden),
        nn.ReLU(),
        nn.Dropout(cfg.dropout),
        nn.Linear(cfg.hidden, cfg.classes),
    )


class Trainer:
    def __init__(self, cfg):
        torch.manual_seed(cfg.seed)
        self.cfg = cfg
        self.model = build(cfg)
        self.opt = torch.optim.Adam(self.model.parameters(), lr=cfg.lr)
        self.loss = nn.CrossEntropyLoss()

    def epoch(self, x, y):
        self.model.train()
        order = torch.randperm(len(x))
        for start in range(0, len(x), self.cfg.batch):
            pick = order[start : start + self.cfg.batch]
            self.opt.zero_grad()
            self.loss(self.model(x[pick]), y[pick]).backward()
            self.opt.step()

    @torch.no_grad()
    def evaluate(self, x, y):
        self.model.train(False)
        out = self.model(x)
        accuracy = (out.argmax(1) == y).float().mean()
        return self.loss(out, y).item(), accuracy.item()


def main():
    cfg = Config()
    trainer = Trainer(cfg)
    x, y, vx, vy = make_leaves(cfg)
    for epoch in range(cfg.epochs):
        trainer.epoch(x, y)
        loss, accuracy = trainer.evaluate(vx, vy)
        print(f"epoch {epoch} valid loss {loss:.5f} accuracy {accuracy:.3f}")


if __name__ == "__main__":
    main()
