"""Restore missing stones of a mosaic with a small autoencoder that never looks at them.

Missing stones are NaN in the picture. Before the network they become zero and a second channel says so; the loss counts
known stones only. The network trains in single precision and the error is summed in double precision.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the missing stones, which the mask takes out; `precision` the float32 network
Report: none
"""

import torch
from torch import nn

SIZE = 12
COLOURS = 3


def mosaics(count, generator):
    """Return pictures (count, colours, size, size) with NaN for missing stones, and the whole pictures."""
    rows = torch.linspace(-1, 1, SIZE).view(1, 1, SIZE, 1)
    columns = torch.linspace(-1, 1, SIZE).view(1, 1, 1, SIZE)
    tilt = torch.rand(count, COLOURS, 2, 1, 1, generator=generator) * 2 - 1
    whole = torch.sigmoid(3 * (tilt[:, :, 0] * rows + tilt[:, :, 1] * columns))
    missing = torch.rand(count, 1, SIZE, SIZE, generator=generator) < 0.2
    return torch.where(missing, torch.nan, whole), whole


def prepared(broken):
    """Return the input (count, colours + 1, size, size) and the mask (count, 1, size, size) of known stones."""
    known = ~broken.isnan().any(dim=1, keepdim=True)
    return torch.cat([broken.nan_to_num(nan=0.0), known.float()], dim=1), known


class Restorer(nn.Module):
    """Narrows a picture to a few numbers and paints it again."""

    def __init__(self, width=24):
        super().__init__()
        self.narrow = nn.Sequential(
            nn.Conv2d(COLOURS + 1, 8, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(8 * 36, width),
        )
        self.paint = nn.Sequential(nn.ReLU(), nn.Linear(width, COLOURS * SIZE * SIZE), nn.Sigmoid())

    def forward(self, pictures):
        """Return whole pictures."""
        return self.paint(self.narrow(pictures)).view(-1, COLOURS, SIZE, SIZE)


def known_error(painted, wanted, known):
    """Return the mean square error over known stones."""
    filled = torch.where(known, wanted, painted.detach())
    squares = (painted - filled).square() * known
    return squares.sum() / (known.sum() * COLOURS)


def main():
    """Train, restore and print the errors of known and of missing stones."""
    torch.manual_seed(14)
    generator = torch.Generator().manual_seed(15)
    broken, _ = mosaics(256, generator)
    print(f"{int(broken.isnan().any(dim=1).sum())} stones are missing")
    restorer = Restorer()
    optimiser = torch.optim.Adam(restorer.parameters(), lr=3e-3)
    for epoch in range(15):
        total = 0.0
        for batch in broken[torch.randperm(len(broken), generator=generator)].split(32):
            inputs, known = prepared(batch)
            loss = known_error(restorer(inputs), batch, known)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += loss.item()
        if epoch % 5 == 4:
            print(f"epoch {epoch}: error {total / 8:.3f}")
    broken, whole = mosaics(64, generator)
    inputs, known = prepared(broken)
    with torch.no_grad():
        squares = (restorer(inputs) - whole).double().square().mean(dim=1, keepdim=True)
    print(
        f"known stones {squares[known].mean().item():.3f}, missing stones {squares[~known].mean().item():.3f}"
    )
    restored = torch.where(known, broken, restorer(inputs).detach())
    print(f"all stones there: {bool(restored.isfinite().all())}")


if __name__ == "__main__":
    main()
