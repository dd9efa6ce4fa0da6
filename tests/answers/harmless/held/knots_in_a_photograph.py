"""Train a small convolutional network to find knots in photographs of boards, on seeded random pictures.

Dropout, augmentation and the order of the pictures are random, all from a seed. Labels are -100 where the grader was
not sure; the loss passes over them. A picture without a knot has no best place, which is written as infinity.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the distance of infinity, `check-determinism` dropout and shuffling, which have a seed
Report: none
"""

import math

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

SIZE = 16
UNSURE = -100


def boards(count, generator):
    """Return pictures (count, 1, size, size), labels (count,) and places of the knots (count, 2)."""
    rows = torch.arange(SIZE).view(1, SIZE, 1)
    columns = torch.arange(SIZE).view(1, 1, SIZE)
    grain = torch.sin(columns / 2 + torch.rand(count, 1, 1, generator=generator) * 6).expand(
        count, SIZE, SIZE
    )
    places = torch.randint(3, SIZE - 3, (count, 2), generator=generator)
    has_knot = torch.rand(count, generator=generator) < 0.5
    squares = (rows - places[:, 0].view(-1, 1, 1)) ** 2 + (columns - places[:, 1].view(-1, 1, 1)) ** 2
    knots = 2.5 * torch.exp(-squares / 4.0) * has_knot.view(-1, 1, 1)
    pictures = grain + knots + 0.2 * torch.randn(count, SIZE, SIZE, generator=generator)
    labels = has_knot.long()
    labels[torch.rand(count, generator=generator) < 0.1] = UNSURE
    return pictures[:, None], labels, places


class Finder(nn.Module):
    """Two convolutions, a dropout and a linear layer."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(1, 8, 3, padding=1)
        self.second = nn.Conv2d(8, 8, 3, padding=1)
        self.drop = nn.Dropout(0.2)
        self.last = nn.Linear(8, 2)

    def heat(self, pictures):
        """Return the map (pictures, channels, size, size) before pooling."""
        return torch.relu(self.second(torch.relu(self.first(pictures))))

    def forward(self, pictures):
        """Return scores (pictures, 2)."""
        return self.last(self.drop(self.heat(pictures).amax((-2, -1))))


def flipped(pictures, generator):
    """Return the pictures, each one mirrored or not at random."""
    mirror = torch.rand(len(pictures), generator=generator) < 0.5
    return torch.where(mirror.view(-1, 1, 1, 1), pictures.flip(-1), pictures)


def main():
    """Train and print loss, accuracy and the nearest wrong guess."""
    torch.manual_seed(8)
    generator = torch.Generator().manual_seed(9)
    pictures, labels, _ = boards(320, generator)
    finder = Finder()
    optimiser = torch.optim.Adam(finder.parameters(), lr=1e-2)
    batches = DataLoader(TensorDataset(pictures, labels), batch_size=32, shuffle=True, generator=generator)
    for epoch in range(4):
        total, known = 0.0, 0
        for batch, targets in batches:
            loss = nn.functional.cross_entropy(
                finder(flipped(batch, generator)), targets, ignore_index=UNSURE
            )
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            sure = int((targets != UNSURE).sum())
            total, known = total + loss.item() * sure, known + sure
        print(f"epoch {epoch}: loss {total / known:.2f}")
    finder.eval()
    pictures, labels, places = boards(120, generator)
    with torch.no_grad():
        guesses = finder(pictures).argmax(1)
    sure = labels != UNSURE
    print(f"accuracy {(guesses == labels)[sure].float().mean().item():.2f} of {int(sure.sum())} pictures")
    nearest = math.inf
    for place in places[sure & (guesses == 0) & (labels == 1)]:
        nearest = min(nearest, float((place - SIZE / 2).norm()))
    print(
        "no knot was missed"
        if math.isinf(nearest)
        else f"the most central missed knot is {nearest:.1f} pixels off"
    )


if __name__ == "__main__":
    main()
