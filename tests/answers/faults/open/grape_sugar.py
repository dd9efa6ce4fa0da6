"""Sugar in grapes from near-infrared spectra.

Symptom: The number is wrong.
Culprit: F.dropout without training=.
Report: pytorch/pytorch#26338
"""

import torch
import torch.nn.functional as F
from torch import nn


class SugarNet(nn.Module):
    def __init__(self, bands):
        super().__init__()
        self.entry = nn.Linear(bands, 48)
        self.middle = nn.Linear(48, 48)
        self.exit = nn.Linear(48, 1)

    def forward(self, spectrum):
        h = F.relu(self.entry(spectrum))
        h = F.dropout(h, 0.3)  # culprit
        h = F.relu(self.middle(h))
        return self.exit(h).squeeze(1)


def grapes(n, bands=30):
    sugar = 18 + 3 * torch.randn(n)
    wave = torch.linspace(0, 1, bands)
    peak = torch.exp(-((wave - 0.4) ** 2) / 0.02)
    spectrum = ((sugar - 18) / 3).unsqueeze(1) * peak + 0.25 * torch.randn(n, bands)
    return spectrum, (sugar - 18) / 3


def main():
    torch.set_num_threads(1)
    torch.manual_seed(14)
    train_x, train_y = grapes(500)
    test_x, test_y = grapes(300)
    net = SugarNet(train_x.shape[1])
    optimizer = torch.optim.Adam(net.parameters(), lr=0.003)
    net.train()
    for _ in range(250):
        optimizer.zero_grad()
        F.mse_loss(net(train_x), train_y).backward()
        optimizer.step()

    net.eval()
    with torch.no_grad():
        error = 3 * torch.sqrt(F.mse_loss(net(test_x), test_y))
    print(f"spectra: {len(train_x)} for training, {len(test_x)} for the test")
    print(f"error: {error.item():.3f} degrees Brix")


if __name__ == "__main__":
    main()
