"""Predict a tea's taste score from leaf measurements."""

import torch
from torch import nn

torch.set_num_threads(1)
torch.manual_seed(7)
leaves = torch.randn(240, 5)
score = leaves @ torch.tensor([0.9, -0.6, 0.3, 0.0, 0.2]) + 0.2 * torch.randn(240)
train_x, test_x = leaves[:160], leaves[160:]
train_y, test_y = score[:160], score[160:]

net = nn.Sequential(nn.Linear(5, 16), nn.Tanh(), nn.Linear(16, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.002)
loss_function = nn.MSELoss()

for epoch in range(60):
    for start in range(0, 160, 16):
        x = train_x[start : start + 16]
        y = train_y[start : start + 16]
        optimizer.zero_grad()  # culprit
        loss = loss_function(net(x).squeeze(1), y)
        loss.backward()
        optimizer.step()

with torch.no_grad():
    test_loss = loss_function(net(test_x).squeeze(1), test_y)
print(f"test loss: {test_loss.item():.4f}")
