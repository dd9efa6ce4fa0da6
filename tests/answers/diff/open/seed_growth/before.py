"""Trains a linear model for the height of seedlings."""

import torch
from torch import nn

torch.set_num_threads(1)


def make_seedlings(count=256, seed=9):
    torch.manual_seed(seed)
    x = torch.randn(count, 5)
    height = x @ torch.tensor([1.5, -2.0, 0.7, 0.0, 1.0]) + 4.0 + 1.5 * torch.randn(count)
    return x, height.unsqueeze(1)


def main():
    x, height = make_seedlings()
    torch.manual_seed(0)
    model = nn.Linear(5, 1)
    loss_fn = nn.MSELoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    for epoch in range(12):
        for start in range(0, len(x), 64):
            xb = x[start : start + 64]
            yb = height[start : start + 64]
            optimizer.zero_grad()
            loss = loss_fn(model(xb), yb)
            loss.backward()
            optimizer.step()
    with torch.no_grad():
        final = loss_fn(model(x), height).item()
    print("updates:", 12 * len(x) // 64)
    print("final loss: %.4f" % final)
    print("intercept: %.3f cm" % model.bias.item())
    print("effect of light: %.3f cm" % model.weight[0, 0].item())


if __name__ == "__main__":
    main()
