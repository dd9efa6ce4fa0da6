"""Learn flight range of delivery drones with a predicted uncertainty.

A network returns mean and deviation; trained with the Gaussian likelihood.
Prints the fit and the mean predicted deviation.

Symptom: the likelihood turns nan in training and the predicted ranges are nan
Culprit: sqrt is taken of the raw output of a linear layer, negative for part of the 900 flights, so std is nan there and nan gradients reach all weights; it needs softplus (or exp) first.
Report: none
"""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(9)
torch.set_num_threads(1)


def flights(n):
    payload = torch.rand(n) * 3.0
    wind = torch.rand(n) * 12.0
    battery = 0.7 + 0.3 * torch.rand(n)
    mean = 24.0 * battery - 3.1 * payload - 0.6 * wind
    noise = (0.3 + 0.12 * wind) * torch.randn(n)
    return torch.stack([payload, wind, battery], dim=1), mean + noise


class RangeNet(nn.Module):
    def __init__(self, width=32):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.mean = nn.Linear(width, 1)
        self.spread = nn.Linear(width, 1)

    def forward(self, x):
        h = self.body(x)
        std = torch.sqrt(self.spread(h)).squeeze(1)  # culprit
        return self.mean(h).squeeze(1), std


def gaussian_nll(mean, std, y):
    return (torch.log(std) + 0.5 * ((y - mean) / std) ** 2).mean()


def main():
    x, y = flights(900)
    x = (x - x.mean(0)) / x.std(0)
    scale = y.std()
    target = (y - y.mean()) / scale
    net = RangeNet()
    optim = torch.optim.Adam(net.parameters(), lr=5e-3)
    for epoch in range(150):
        mean, std = net(x)
        loss = gaussian_nll(mean, std, target)
        optim.zero_grad()
        loss.backward()
        optim.step()
        if epoch % 50 == 0:
            print("epoch", epoch, "nll", loss.item())
    with torch.no_grad():
        mean, std = net(x)
    rmse = F.mse_loss(mean, target).sqrt() * scale
    print("rmse [km]:", rmse.item())
    print("mean predicted deviation [km]:", (std.mean() * scale).item())


if __name__ == "__main__":
    main()
