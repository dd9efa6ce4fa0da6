"""Learns how the rate of a clock depends on the mainspring (thickness, length,
temperature, oiling) with a small network and a robust loss.

Symptom: none
Culprit: none
Tempts: a robust loss that ends above zero because of outliers
"""

import torch
from torch import nn

torch.manual_seed(12)


def workshop(n=768):
    x = torch.rand(n, 4) * 2 - 1
    rate = 1.8 * x[:, 0] - 1.1 * x[:, 1] * x[:, 2] + 0.7 * torch.sin(3 * x[:, 3])
    rate = rate + 0.05 * torch.randn(n)
    clumsy = torch.rand(n) < 0.03
    rate[clumsy] += 4 * torch.randn(int(clumsy.sum()))
    return x, rate


class RobustLoss(nn.Module):
    """Quadratic for small residuals, linear beyond the knee."""

    def __init__(self, knee=0.8):
        super().__init__()
        self.knee = knee

    def forward(self, guess, rate):
        r = (guess.squeeze(1) - rate).abs()
        soft = 0.5 * r**2
        hard = self.knee * (r - 0.5 * self.knee)
        return torch.where(r < self.knee, soft, hard).mean()


def train(net, loss_fn, x, rate, epochs=30, batch=64):
    opt = torch.optim.Adam(net.parameters(), lr=6e-3)
    for epoch in range(epochs):
        total = 0.0
        for idx in torch.randperm(len(x)).split(batch):
            loss = loss_fn(net(x[idx]), rate[idx])
            opt.zero_grad()
            loss.backward()
            opt.step()
            total += loss.item() * len(idx)
        if epoch % 6 == 5:
            print(f"epoch {epoch + 1:2d} loss {total / len(x):.4f}")


def main():
    torch.set_num_threads(1)
    x, rate = workshop()
    net = nn.Sequential(nn.Linear(4, 32), nn.Tanh(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1))
    train(net, RobustLoss(), x[:640], rate[:640])
    with torch.no_grad():
        guess = net(x[640:]).flatten()
    error = (guess - rate[640:]).abs()
    print(f"median error on new clocks {error.median():.3f} s per day")
    print(f"spread of predictions {guess.std():.3f}, of rates {rate[640:].std():.3f}")


if __name__ == "__main__":
    main()
