"""Estimates how strongly the sales of bread react to its price in several shops,
with a likelihood whose noise level is learned along with the slopes.

Symptom: the noise level in the report stays 1.000 and the ranges given for the
    slopes are more than twice too wide.
Culprit: .item() turns the learned noise into a plain number, so log_noise gets no
    gradient and keeps its start 0 (noise 1) although the data have 0.2.
Report: none
"""

import torch
from torch import nn

SHOPS = 12


def tills(n, seed=77):
    gen = torch.Generator().manual_seed(seed)
    shop = torch.randint(SHOPS, (n,), generator=gen)
    price = 0.3 * torch.randn(n, generator=gen)
    base = 4 + 0.5 * torch.randn(SHOPS, generator=gen)
    slope = -1.4 + 0.3 * torch.randn(SHOPS, generator=gen)
    noise = 0.2 * torch.randn(n, generator=gen)
    return shop, price, base[shop] + slope[shop] * price + noise, slope


class Demand(nn.Module):
    """Log sales = base of the shop + slope of the shop * log price, plus noise."""

    def __init__(self, shops):
        super().__init__()
        self.base = nn.Parameter(torch.full((shops,), 4.0))
        self.slope = nn.Parameter(torch.zeros(shops))
        self.common = nn.Parameter(torch.tensor(-1.0))
        self.log_noise = nn.Parameter(torch.zeros(()))

    def noise(self):
        return torch.exp(self.log_noise)

    def loss(self, shop, price, sales):
        mean = self.base[shop] + self.slope[shop] * price
        sigma = torch.as_tensor(self.noise().item())  # culprit
        fit = 0.5 * ((sales - mean) / sigma) ** 2 + torch.log(sigma)
        pull = 0.5 * ((self.slope - self.common) / 0.3) ** 2
        return (fit.sum() + pull.sum()) / len(sales)


def main():
    torch.manual_seed(0)
    shop, price, sales, true_slope = tills(360)
    model = Demand(SHOPS)
    opt = torch.optim.Adam(model.parameters(), lr=0.03)
    for step in range(600):
        opt.zero_grad()
        loss = model.loss(shop, price, sales)
        loss.backward()
        opt.step()
        if step % 150 == 149:
            print(f"step {step + 1} loss {loss.item():.4f} noise {model.noise().item():.3f}")
    slope = model.slope.detach()
    info = torch.zeros(SHOPS).index_add(0, shop, price**2) / model.noise().item() ** 2
    half = 1.96 / (info + 1 / 0.3**2).sqrt()
    for k in range(0, SHOPS, 3):
        print(f"shop {k:2d}: slope {slope[k]:.3f} +- {half[k]:.3f}")
    print(f"common slope {model.common.item():.3f}, spread between shops {slope.std():.3f}")
    print(f"mean error of the slopes {(slope - true_slope).abs().mean():.3f}")


if __name__ == "__main__":
    main()
