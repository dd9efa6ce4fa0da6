"""Trains a small network for house prices."""

import torch
from torch import nn

torch.set_num_threads(1)


def make_houses(count=300, seed=4):
    torch.manual_seed(seed)
    x = torch.randn(count, 4)
    y = 2.0 * x[:, 0] - 1.0 * x[:, 1] + 0.5 * x[:, 2] * x[:, 3] + 0.1 * torch.randn(count)
    return x, y


def main():
    x, y = make_houses()
    model = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 1))
    loss_fn = nn.MSELoss()
    opt = torch.optim.Adam(model.parameters(), lr=0.01)
    for epoch in range(300):
        opt.zero_grad()
        pred = model(x[:240]).squeeze(1)
        loss = loss_fn(pred, y[:240])
        loss.backward()
        opt.step()
    with torch.no_grad():
        pred = model(x[240:]).squeeze(1)
        test = loss_fn(pred, y[240:])
        spread = pred.std()
    print("training loss: %.4f" % loss.item())
    print("test loss: %.4f" % test.item())
    print("spread of the predictions: %.3f" % spread.item())
    print("spread of the prices: %.3f" % y[240:].std().item())


if __name__ == "__main__":
    main()
