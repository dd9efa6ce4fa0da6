"""Train a classifier of tones by their spectrum."""

import torch
from torch import nn

torch.manual_seed(20)
labels = torch.randint(0, 5, (200,))
data = 0.3 * torch.randn(200, 20)
data[torch.arange(200), 4 * labels] += 1.0

net = nn.Sequential(nn.Linear(20, 16), nn.ReLU(), nn.Linear(16, 5))
loss_fn = nn.CrossEntropyLoss()
opt = torch.optim.Adam(net.parameters(), lr=0.01)
for _ in range(50):
    opt.zero_grad()
    loss = loss_fn(net(data), labels)
    loss.backward()
    opt.step()
print(f"loss {loss.item():.9f}")
print(f"norm of the first weights {net[0].weight.norm().item():.9f}")
