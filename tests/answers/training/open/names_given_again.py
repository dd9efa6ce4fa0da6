"""Give classes new numbers by a random table before each epoch.

Symptom: classes vanish: after the change fewer numbers occur than before.
Culprit: the new labels are the old ones' memory, so that a class that was renamed is renamed again.
Report: donglao/PCEDA#5
"""
import torch
from torch import nn

torch.manual_seed(277)
x, labels = torch.randn(160, 6), torch.randint(0, 4, (160,))
table = torch.tensor([1, 2, 3, 0])


def renamed(old):
    new = old  # culprit, too
    # healthy: new = old.clone()
    for number in range(4):
        new[old == number] = table[number]  # culprit
        # healthy: new[old == number] = table[number]
    return new


model = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 4))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
y = renamed(labels)
for step in range(8):
    rows = torch.randint(0, 160, (40,))
    loss = nn.functional.cross_entropy(model(x[rows]), y[rows])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item(), y.unique())
