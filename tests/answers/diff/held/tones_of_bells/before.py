"""Learn the size of bells from the strength of their partial tones."""

import torch
from torch import nn

torch.manual_seed(23)
tones = torch.rand(180, 6)
size = 40 + 30 * tones[:, :1] - 20 * tones[:, 1:2] + 10 * tones[:, 2:3] ** 2 + torch.randn(180, 1)
mean, spread = size.mean(), size.std()

model = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
losses = []
for _ in range(80):
    output = model(tones)
    loss = ((output - (size - mean) / spread) ** 2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
print("losses:", [round(value, 6) for value in losses[::20]])
with torch.no_grad():
    predicted = model(tones[:5]) * spread + mean
print("sizes:", [round(value, 4) for value in predicted[:, 0].tolist()])
