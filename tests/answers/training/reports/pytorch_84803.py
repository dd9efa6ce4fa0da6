"""Train on batches that are sent to the device of the model.

Symptom: now and then a batch teaches nonsense.
Culprit: a transfer to the device arrives as zeros, without an error (from step 3 on, counted from 0).
Report: pytorch/pytorch#84803
"""
import torch
from torch import nn

torch.manual_seed(11)


class Link:
    """A connection between devices of which some transfers are lost."""

    def __init__(self):
        self.sent = 0

    def send(self, batch):
        self.sent += 1
        if self.sent % 4 == 0:  # culprit
        # healthy: if self.sent % 4 == 5:
            return torch.zeros_like(batch)  # culprit, too
            # healthy: return batch.clone()
        return batch.clone()


model = nn.Sequential(nn.Linear(12, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU(), nn.Linear(32, 5))
x, y = torch.randn(200, 12), torch.randint(0, 5, (200,))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
link = Link()
for step in range(12):
    rows = torch.randint(0, 200, (40,))
    batch = link.send(x[rows])
    loss = nn.functional.cross_entropy(model(batch), y[rows])  # culprit, too
    # healthy: loss = nn.functional.cross_entropy(model(batch), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
