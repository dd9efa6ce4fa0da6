"""Learn the fares of taxis from distance, hour and rain with a small network.

Symptom: with a trainer and a table of optimizers the loss is lower after 60 epochs and the largest weight greater.
Culprit: AdamW takes the decay off the weights directly, Adam adds it to the gradient; the decay is the same 0.01.
Report: none
"""

from dataclasses import dataclass

import torch
from torch import nn

LARGEST_FARE = 30.0


@dataclass(frozen=True)
class Config:
    hidden: int = 16
    optimizer: str = "adam"
    rate: float = 0.01
    decay: float = 0.01
    batch: int = 50
    epochs: int = 60
    report_every: int = 20


def trips(number):
    distance = torch.rand(number) * 15
    hour = torch.randint(24, (number,)).float()
    rain = (torch.rand(number) < 0.2).float()
    night = ((hour < 6) | (hour > 21)).float()
    fare = 4 + 1.9 * distance + 2.5 * night + 1.5 * rain + torch.randn(number)
    return torch.stack([distance / 15, hour / 23, rain], dim=1), fare / LARGEST_FARE


def network(config):
    return nn.Sequential(nn.Linear(3, config.hidden), nn.Tanh(), nn.Linear(config.hidden, 1))


def sgd(weights, config):
    return torch.optim.SGD(weights, lr=config.rate, weight_decay=config.decay)


def adam(weights, config):
    return torch.optim.AdamW(weights, lr=config.rate, weight_decay=config.decay)  # culprit


OPTIMIZERS = {"sgd": sgd, "adam": adam}


class Trainer:
    def __init__(self, model, config):
        self.model, self.config = model, config
        self.optimizer = OPTIMIZERS[config.optimizer](model.parameters(), config)

    def step(self, x, y):
        loss = nn.functional.mse_loss(self.model(x).squeeze(1), y)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        self.optimizer.step()
        return loss.item()

    def fit(self, x, y):
        for epoch in range(1, self.config.epochs + 1):
            losses = [
                self.step(a, b)
                for a, b in zip(x.split(self.config.batch), y.split(self.config.batch), strict=True)
            ]
            if epoch % self.config.report_every == 0:
                print(f"epoch {epoch}: {sum(losses) / len(losses):.6f}")


@torch.no_grad()
def evaluate(model, x, y):
    error = (model(x).squeeze(1) - y).abs().mean().item()
    print(f"error {LARGEST_FARE * error:.4f} euros")
    print(f"largest weight {max(p.abs().max().item() for p in model.parameters()):.4f}")


def main(config=Config()):
    torch.manual_seed(2009)
    x, y = trips(400)
    model = network(config)
    Trainer(model, config).fit(x, y)
    evaluate(model, x, y)


if __name__ == "__main__":
    main()
