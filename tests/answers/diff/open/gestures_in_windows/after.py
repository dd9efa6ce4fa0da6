"""Tell gestures apart from the sensors of a watch: windows, three heads of attention, a linear layer.

Symptom: with the heads split by one function the loss differs from the first epoch on.
Culprit: view(batch, heads, time, -1) cuts time into heads; the heads need a view by time and then a transpose.
Report: zhouhaoyi/Informer2020#59 (view was used where the heads should have been transposed)
"""

from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional


@dataclass(frozen=True)
class Config:
    sensors: int = 6
    width: int = 12
    heads: int = 3
    gestures: int = 4
    rate: float = 0.1
    epochs: int = 15


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def split(self, x):
        batch, time, _ = x.shape
        return x.reshape(batch, self.heads, time, self.size)  # culprit

    def join(self, x):
        batch, _, time, _ = x.shape
        return x.transpose(1, 2).reshape(batch, time, self.heads * self.size)

    def forward(self, x):
        q, k, v = map(self.split, self.qkv(x).chunk(3, dim=-1))
        score = q @ k.mT / self.size**0.5
        return self.out(self.join(score.softmax(dim=-1) @ v))


class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.enter = nn.Linear(config.sensors, config.width)
        self.attention = Attention(config.width, config.heads)
        self.head = nn.Linear(config.width, config.gestures)

    def forward(self, x):
        x = self.enter(x)
        x = x + self.attention(x)
        return self.head(x.mean(dim=1))


def windows(config, number=64, length=20):
    x = torch.randn(number, length, config.sensors)
    y = torch.randint(config.gestures, (number,))
    x[torch.arange(number), y * 4, :3] += 4.0
    return x, y


def train(net, x, y, config):
    optimizer = torch.optim.SGD(net.parameters(), lr=config.rate)
    for epoch in range(config.epochs):
        loss = functional.cross_entropy(net(x), y)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if epoch % 5 == 0:
            print(f"epoch {epoch}: {loss.item():.5f}")


def main():
    torch.manual_seed(21)
    config = Config()
    net = Net(config)
    x, y = windows(config)
    train(net, x, y, config)
    with torch.no_grad():
        print(f"loss {functional.cross_entropy(net(x), y).item():.5f}")


if __name__ == "__main__":
    main()
