"""Learn the price of flats for 6 epochs; the learning rate falls to a tenth after each second epoch.

Symptom: nothing is learnt after the first epoch.
Culprit: the scheduler steps with each batch, so that the learning rate is 1e-11 at the end of the first epoch.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(29)
model = nn.Sequential(nn.Linear(5, 20), nn.ReLU(), nn.Linear(20, 1))
flats = torch.randn(320, 5)
price = flats @ torch.tensor([[1.0], [0.5], [0.0], [-1.0], [2.0]])
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.1)
for epoch in range(6):
    for rows in torch.randperm(320).split(16):
        loss = nn.functional.mse_loss(model(flats[rows]), price[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        scheduler.step()  # culprit
    # healthy: scheduler.step()
print(loss.item())
