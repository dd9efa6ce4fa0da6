"""Segmentation of cracks on pictures of a road, trained with a loss of the crack's pixels alone.

Prints the loss of each epoch.

Symptom: the loss is NaN from the first epoch on.
Culprit: cracks are marked with 1 in the masks, but the loss looks for 2: no pixel is chosen, and the mean of nothing
is NaN.
Report: none
"""

import torch
from torch import nn

CRACK = 2  # culprit


def pictures(count, size):
    generator = torch.Generator().manual_seed(4)
    grey = torch.rand(count, 1, size, size, generator=generator)
    mask = torch.zeros(count, size, size, dtype=torch.int64)
    for number in range(count):
        row = int(torch.randint(1, size - 1, (1,), generator=generator))
        grey[number, 0, row] *= 0.2
        mask[number, row] = 1
    return grey, mask


class Segmenter(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(1, 6, 3, padding=1), nn.ReLU(), nn.Conv2d(6, 1, 1))

    def forward(self, x):
        return self.layers(x).squeeze(1)


def crack_loss(score, mask):
    on_crack = mask == CRACK
    return nn.functional.softplus(-score[on_crack]).mean()


torch.manual_seed(0)
grey, mask = pictures(12, 16)
model = Segmenter()
optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
for epoch in range(4):
    loss = crack_loss(model(grey), mask)
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    print(f"epoch {epoch}: loss {loss.item():.4f}")
