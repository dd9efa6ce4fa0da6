"""Give a model the changes from hour to hour.

Symptom: the result of a day depends on the day before it in the batch.
Culprit: the difference is taken along the batch, not along the hours.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(313)


class Weather(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(24, 16), nn.ReLU(), nn.Linear(16, 2))

    def forward(self, hours):
        change = hours - torch.roll(hours, 1, 0)  # culprit
        # healthy: change = hours - torch.roll(hours, 1, 1)
        return self.body(change)


days, storm = torch.randn(100, 24), torch.randint(0, 2, (100,))
model = Weather()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(8):
    rows = torch.randint(0, 100, (25,))
    loss = nn.functional.cross_entropy(model(days[rows]), storm[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
