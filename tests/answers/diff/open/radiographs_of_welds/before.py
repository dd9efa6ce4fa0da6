"""Train a small network to find pores in radiographs of welds.

Culprit: see after.py
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


torch.manual_seed(10)
conv1 = nn.Conv2d(1, 6, 3, padding=1)
bn1 = nn.BatchNorm2d(6)
conv2 = nn.Conv2d(6, 8, 3, padding=1)
bn2 = nn.BatchNorm2d(8)
head = nn.Linear(8, 2)
layers = [conv1, bn1, conv2, bn2, head]


def forward(x):
    x = F.max_pool2d(F.relu(bn1(conv1(x))), 2)
    x = F.relu(bn2(conv2(x)))
    return head(x.amax(dim=(2, 3)))


parameters = [p for layer in layers for p in layer.parameters()]
optimizer = torch.optim.SGD(parameters, lr=0.1, momentum=0.8)
images, pores = welds(96, seed=11)
for epoch in range(8):
    total = 0.0
    for start in range(0, 96, 24):
        logits = forward(images[start : start + 24])
        loss = F.cross_entropy(logits, pores[start : start + 24])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.item()
    print(f"epoch {epoch} loss {total / 4:.5f}")
for layer in layers:
    layer.eval()
images, pores = welds(64, seed=12)
with torch.no_grad():
    found = forward(images).argmax(dim=1)
print(f"accuracy {(found == pores).float().mean().item():.4f}")
