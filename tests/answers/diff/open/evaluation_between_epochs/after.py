"""Train a network with dropout, and look at other data between epochs.

Symptom: the first epoch is the same, all others differ
Culprit: noise drawn for the evaluation moves the generator on, so that the next epochs have other orders and masks
Report: azadef/ynet#7 (evaluation changes training)
"""

import torch
from torch import nn

torch.manual_seed(40)
x, y = torch.randn(80, 6), torch.randn(80, 1)
other = torch.randn(20, 6)
model = nn.Sequential(nn.Linear(6, 24), nn.ReLU(), nn.Dropout(0.3), nn.Linear(24, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

for epoch in range(4):
    model.train()
    order = torch.randperm(len(x))
    for part in order.split(20):
        loss = nn.functional.mse_loss(model(x[part]), y[part])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        noisy = other + 0.0 * torch.randn_like(other)  # culprit
        spread = model(noisy).std()
    print(f"epoch {epoch}: loss {loss.item():.6f}, spread {spread.item():.6f}")
