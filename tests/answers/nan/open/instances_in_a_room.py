"""Points in a room, pulled to the centres of their instances.

Symptom: the loss is nan from step 1 on
Culprit: the gradient of a length is infinite for the 2 of 6 instances without points, whose centre is 0
Report: pqhieu/jsis3d#26
"""

import torch
from torch import nn


class Embed(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Linear(16, 4))

    def forward(self, points):
        return self.layers(points)


def centres(embedded, masks):
    counts = masks.sum(dim=1, keepdim=True).clamp(min=1)
    return masks @ embedded / counts


def loss_of(embedded, masks):
    middle = centres(embedded, masks)
    owner = masks.argmax(dim=0)
    pull = ((embedded - middle[owner]) ** 2).sum(dim=1).mean()
    size = torch.sqrt((middle**2).sum(dim=1))  # culprit
    return pull + 0.001 * size.mean()


def main():
    torch.manual_seed(3)
    points = torch.randn(60, 3)
    owner = torch.randint(0, 4, (60,))
    masks = torch.zeros(6, 60)
    masks[owner, torch.arange(60)] = 1.0
    model = Embed()
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(5):
        optimiser.zero_grad()
        loss = loss_of(model(points), masks)
        loss.backward()
        optimiser.step()
        print(step, loss.item())


main()
