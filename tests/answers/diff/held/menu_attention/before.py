"""Attend from every guest to the dishes of the menu; expected price of the choice."""

import torch

torch.manual_seed(31)

n_guests = 12
n_dishes = 9
dim = 6

guests = torch.randn(n_guests, dim)
dishes = torch.randn(n_dishes, dim)
prices = torch.linspace(8.0, 32.0, n_dishes)

# how well a dish fits a guest
scores = guests @ dishes.T / dim**0.5

# chance that the guest orders the dish
weights = torch.softmax(scores, dim=1)
favourite = weights.mean(dim=0).argmax()
print("favourite dish:", int(favourite), " at", round(prices[favourite].item(), 2))

expected = weights @ prices
print("dearest guest:", int(expected.argmax()))
print("price of a dish:", prices.mean().item())
print("expected takings:", expected.sum().item())
