"""Train a small network to find pores in radiographs of welds.

Symptom: losses are others from the first epoch on
Culprit: the first block normalises what ReLU gives; before, ReLU came after the normalisation
Report: none
"""

import torch
import torch.nn.functional as F
from torch import nn


def welds(count, seed):
    generator = torch.Generator().manual_seed(seed)
    images = 0.4 * torch.randn(count, 1, 12, 12, generator=generator)
    pores = torch.randint(0, 2, (count,), generator=generator)
    for image, pore in zip(images, pores):
        row, column = torch.randint(2, 9, (2,), generator=generator).tolist()
        image[0, row : row + 2, column : column + 2] += 1.6 * pore
    return images, pores


class PoreFinder(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            nn.Conv2d(1, 6, 3, padding=1),
            nn.ReLU(),  # culprit
            nn.BatchNorm2d(6),  # culprit, too
            nn.MaxPool2d(2),
            nn.Conv2d(6, 8, 3, padding=1),
            nn.BatchNorm2d(8),
            nn.ReLU(),
        )
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.features(x).amax(dim=(2, 3)))


def train(model, images, pores, epochs, batch):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.8)
    for epoch in range(epochs):
        losses = []
        for inputs, wanted in zip(images.split(batch), pores.split(batch)):
            optimizer.zero_grad()
            loss = F.cross_entropy(model(inputs), wanted)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch} loss {sum(losses) / len(losses):.5f}")


torch.manual_seed(10)
model = PoreFinder()
train(model, *welds(96, seed=11), epochs=8, batch=24)
model.eval()
images, pores = welds(64, seed=12)
with torch.no_grad():
    found = model(images).argmax(dim=1)
print(f"accuracy {(found == pores).float().mean().item():.4f}")
