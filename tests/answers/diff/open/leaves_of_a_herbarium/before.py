"""Tell the leaves of a herbarium apart and print the scores that go on the labels."""

import torch
from torch import nn

SPECIES = ("maple", "lime", "ash")


def leaves(number, seed):
    """Return length, width, teeth and shine of leaves and their species."""
    generator = torch.Generator().manual_seed(seed)
    species = torch.arange(number) % 3
    centres = torch.tensor([[9.0, 10.0, 5.0, 0.4], [7.0, 6.5, 40.0, 0.6], [11.0, 3.0, 25.0, 0.7]])
    spread = torch.tensor([1.2, 1.1, 4.0, 0.1])
    return centres[species] + spread * torch.randn(number, 4, generator=generator), species


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.BatchNorm1d(4),
            nn.Linear(4, 16),
            nn.ReLU(),
            nn.BatchNorm1d(16),
            nn.Linear(16, len(SPECIES)),
        )

    def forward(self, x):
        return self.layers(x)


def train(model, x, species, epochs):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    model.train()
    for _ in range(epochs):
        for batch, kind in zip(x.split(30), species.split(30), strict=True):
            optimizer.zero_grad()
            loss = nn.functional.cross_entropy(model(batch), kind)
            loss.backward()
            optimizer.step()
    return loss.item()


def scores(model, x):
    model.eval()  # culprit
    with torch.no_grad():
        return model(x).softmax(dim=1)


def main():
    torch.manual_seed(4)
    x, species = leaves(120, seed=1)
    model = Classifier()
    print(f"loss {train(model, x, species, epochs=6):.6f}")
    new, truth = leaves(9, seed=2)
    for row, kind in zip(scores(model, new[:5]), truth.tolist(), strict=False):
        print(f"{SPECIES[kind]:6s} " + " ".join(f"{score:.5f}" for score in row.tolist()))
    print(f"sure of {(scores(model, new).max(dim=1).values > 0.9).sum().item()} of {len(new)}")


main()
