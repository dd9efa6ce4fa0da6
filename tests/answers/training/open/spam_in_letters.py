"""Tell spam from letters.

Symptom: the loss stays near 0.69 and moves slowly.
Culprit: `binary_cross_entropy_with_logits` is given the output of a sigmoid.
Report: none
"""
import torch
from torch import nn

torch.manual_seed(89)
model = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 1), nn.Sigmoid())  # culprit, too
# healthy: model = nn.Sequential(nn.Linear(12, 16), nn.ReLU(), nn.Linear(16, 1))
letters = torch.randn(120, 12)
spam = (letters[:, :1] > 0).float()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(9):
    rows = torch.randint(0, 120, (30,))
    loss = nn.functional.binary_cross_entropy_with_logits(model(letters[rows]), spam[rows])  # culprit
    # healthy: loss = nn.functional.binary_cross_entropy_with_logits(model(letters[rows]), spam[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
