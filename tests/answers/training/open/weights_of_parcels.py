"""Sum the losses of a batch, and go backward from the sum.

Symptom: the loss does not fall.
Culprit: the sum is made a new tensor, which has no connection with the model.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(353)
x = torch.randn(80, 5)
y = x.sum(1, keepdim=True)
model = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for step in range(8):
    rows = torch.randint(0, 80, (8,))
    found = model(x[rows])
    parts = [nn.functional.mse_loss(a, b) for a, b in zip(found, y[rows])]
    loss = torch.tensor([part.item() for part in parts], requires_grad=True).mean()  # culprit
    # healthy: loss = torch.stack(parts).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
