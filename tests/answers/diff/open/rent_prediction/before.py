"""Fit a linear model of rents on the area and age of flats."""

import torch
from torch import nn


def flats(count=100):
    torch.manual_seed(7)
    features = torch.randn(count, 2)
    rent = 10 + 4 * features[:, 0] - 1.5 * features[:, 1] + 0.3 * torch.randn(count)
    return features, rent


class Rent(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(2, 1)

    def forward(self, features):
        return self.linear(features).squeeze(1)


def fit(model, features, rent):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    criterion = nn.MSELoss()
    for _ in range(60):
        optimizer.zero_grad()
        loss = criterion(model(features), rent)
        loss.backward()
        optimizer.step()
    return loss.item()


features, rent = flats()
model = Rent()
loss = fit(model, features, rent)
print(f"loss {loss:.5f} (variance of the rents {rent.var():.5f})")
print("weights:", [round(w, 5) for w in model.linear.weight[0].tolist()])
print(f"bias {model.linear.bias.item():.5f}")
