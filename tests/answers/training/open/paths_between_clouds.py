"""Learn to move noise to labelled points: flow matching with labels.

Symptom: the label makes no difference to what is generated.
Culprit: the points of a batch are put in another order, and their labels are not.
Report: atong01/conditional-flow-matching#172
"""
import torch
from torch import nn

torch.manual_seed(233)
labels = torch.randint(0, 3, (150,))
points = torch.randn(150, 2) + 4 * nn.functional.one_hot(labels, 3)[:, :2]
model = nn.Sequential(nn.Linear(6, 32), nn.Tanh(), nn.Linear(32, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for step in range(12):
    rows = torch.randint(0, 150, (30,))
    ends, kinds = points[rows], labels[rows]
    starts = torch.randn(30, 2)
    order = torch.cdist(starts, ends).argmin(1)
    ends = ends[order]  # culprit
    # healthy: ends, kinds = ends[order], kinds[order]
    moment = torch.rand(30, 1)
    places = starts + moment * (ends - starts)
    given = torch.cat([places, moment, nn.functional.one_hot(kinds, 3)], 1)  # culprit, too
    # healthy: given = torch.cat([places, moment, nn.functional.one_hot(kinds, 3)], 1)
    loss = (model(given) - (ends - starts)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
