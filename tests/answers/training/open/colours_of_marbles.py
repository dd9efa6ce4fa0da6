"""Name the colour of marbles.

Symptom: the loss never goes below 0.55.
Culprit: `cross_entropy` is given probabilities; it takes logits.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(83)


class Marbles(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, x):
        return torch.softmax(self.layers(x), dim=1)  # culprit, too
        # healthy: return self.layers(x)


light, colours = torch.rand(100, 3), torch.randint(0, 4, (100,))
model = Marbles()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(9):
    rows = torch.randint(0, 100, (25,))
    loss = nn.functional.cross_entropy(model(light[rows]), colours[rows])  # culprit
    # healthy: loss = nn.functional.cross_entropy(model(light[rows]), colours[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
