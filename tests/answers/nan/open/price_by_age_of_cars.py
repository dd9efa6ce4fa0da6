"""Fit the price of used cars by age and mileage with a linear layer.

Symptom: the loss is nan from step 20 on.
Culprit: mileages up to 90 make a learning rate of 0.1 far too large for plain gradient descent.
Report: tensorflow/tensorflow#3148
"""

import torch
from torch import nn

torch.manual_seed(2)
RATE = 0.1  # culprit
cars = torch.stack([torch.linspace(1, 15, 60), torch.linspace(5, 90, 60)], dim=1)
price = 30 - 0.8 * cars[:, :1] - 0.1 * cars[:, 1:] + torch.randn(60, 1)
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=RATE)
for step in range(40):
    optimizer.zero_grad()
    loss = ((model(cars) - price) ** 2).mean()
    loss.backward()
    optimizer.step()
    if step % 10 == 0:
        print(f"step {step}: loss {loss.item():.4g}")
print("weights:", model.weight.detach().numpy())
