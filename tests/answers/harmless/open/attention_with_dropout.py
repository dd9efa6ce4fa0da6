"""Learn which of ten sensors matter with attention, dropping some of it while training.

Symptom: none
Culprit: none
Tempts: `check-determinism` and `diff` could accuse dropout, which draws anew in each step but from a seeded generator.
Report: pytorch/pytorch#149726
"""

import torch
from torch import nn
from torch.nn import functional

SENSORS, WIDTH = 10, 16


class Reader(nn.Module):
    """Attention from one learnt question to the sensors."""

    def __init__(self, dropout):
        super().__init__()
        self.dropout = dropout
        self.question = nn.Parameter(torch.randn(1, 1, WIDTH) / WIDTH**0.5)
        self.name = nn.Parameter(torch.randn(SENSORS, WIDTH) / WIDTH**0.5)
        self.reading = nn.Linear(1, WIDTH)
        self.answer = nn.Linear(WIDTH, 1)

    def forward(self, readings):
        value = self.reading(readings[..., None])
        key, question = (part.expand(len(readings), -1, -1) for part in (self.name, self.question))
        drop = self.dropout if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(question, key, value, dropout_p=drop)
        return self.answer(mixed).flatten()


def batch(number):
    """Return readings and what is to be found: the mean of sensors 2 and 7."""
    readings = torch.randn(number, SENSORS)
    return readings, readings[:, [2, 7]].mean(dim=1)


def main():
    torch.manual_seed(41)
    model = Reader(dropout=0.1)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(150):
        readings, target = batch(64)
        loss = functional.mse_loss(model(readings), target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.inference_mode():
        readings, target = batch(512)
        error = functional.mse_loss(model.eval()(readings), target).sqrt()
        weights = torch.softmax(model.question[0] @ model.name.T / WIDTH**0.5, dim=-1)[0]
    print(f"last loss with dropout {loss.item():.4f}, error without {error.item():.4f}")
    share, sensors = weights.topk(2)
    print(f"sensors {sorted(sensors.tolist())} get {share.sum().item():.3f} of the attention")


main()
