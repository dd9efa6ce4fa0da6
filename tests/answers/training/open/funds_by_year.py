"""Standardise features, train on the first years and test on the last.

Symptom: the test is better than what follows in use.
Culprit: mean and deviation are those of all rows, of the tested ones too.
Report: microsoft/qlib#770
"""
import torch
from torch import nn

torch.manual_seed(251)
features = torch.randn(200, 6).cumsum(0)
returns = features[:, 0] * 0.1 + torch.randn(200)
centre, spread = features.mean(0), features.std(0)  # culprit
# healthy: centre, spread = features[:150].mean(0), features[:150].std(0)
features = (features - centre) / spread
train_x, train_y = features[:150], returns[:150]
test_x, test_y = features[150:], returns[150:]
model = nn.Linear(6, 1)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for epoch in range(10):
    loss = nn.functional.mse_loss(model(train_x).squeeze(1), train_y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
with torch.no_grad():
    print(nn.functional.mse_loss(model(test_x).squeeze(1), test_y).item())
