"""Rents per square metre from three features, one linear layer.

Symptom: The number is wrong.
Culprit: (n, 1) against (n,) in the loss.
Report: pytorch/pytorch#16045
"""

import torch
from torch import nn

torch.manual_seed(20)

N = 300
features = torch.randn(N, 3)
weights = torch.tensor([1.5, -2.0, 0.8])
rent = 14.0 + features @ weights + 0.5 * torch.randn(N)

train_x, train_y = features[:240], rent[:240]
test_x, test_y = features[240:], rent[240:]

model = nn.Linear(3, 1)
opt = torch.optim.Adam(model.parameters(), lr=0.1)

for epoch in range(400):
    predicted = model(train_x)
    loss = ((predicted - train_y) ** 2).mean()  # culprit
    opt.zero_grad()
    loss.backward()
    opt.step()
    if epoch % 100 == 0:
        print("epoch", epoch, "loss", round(loss.item(), 3))

with torch.no_grad():
    error = model(test_x).squeeze(1) - test_y
print("coefficients:", model.weight.squeeze().tolist())
print("root mean square error of the test set:", error.pow(2).mean().sqrt().item())
