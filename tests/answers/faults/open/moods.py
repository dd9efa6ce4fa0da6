"""Tell moods from letters by a small network.

Symptom: It learns slowly and stops at a loss of 0.9.
Culprit: The network ends with a softmax, and the loss takes logits.
Report: none
"""

import torch
from torch import nn


class Moods(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(10, 24)
        self.out = nn.Linear(24, 4)

    def forward(self, letters):
        scores = self.out(torch.relu(self.hidden(letters)))
        powers = torch.exp(scores - scores.max(dim=1, keepdim=True).values)
        return powers / powers.sum(dim=1, keepdim=True)


torch.manual_seed(0)
letters = torch.randn(240, 10)
moods = (letters @ torch.randn(10, 4)).argmax(dim=1)
model = Moods()
loss_of = nn.CrossEntropyLoss()
optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
for _ in range(40):
    optimiser.zero_grad()
    loss = loss_of(model(letters), moods)  # culprit
    loss.backward()
    optimiser.step()
print(loss.item())
