"""Train an autoencoder on the share of each sample in every piece of a genome.

Symptom: the loss falls for 22 epochs, then it is nan for good.
Culprit: in epoch 22 the sigmoid is exactly 1 for 19 shares that are 1, and (1 - 1) * log(1 - 1) is nan.
Report: RasmussenLab/vamb#12
"""

import torch
from torch import nn


class Autoencoder(nn.Module):
    def __init__(self, samples=6):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(samples, 24), nn.LeakyReLU(), nn.Linear(24, 3))
        self.decoder = nn.Sequential(nn.Linear(3, 24), nn.LeakyReLU(), nn.Linear(24, samples))

    def forward(self, depth):
        return torch.sigmoid(self.decoder(self.encoder(depth)))


def cross_entropy(share, depth):
    return -(depth * torch.log(share) + (1 - depth) * torch.log(1 - share)).mean()  # culprit


def pieces(count=128, samples=6):
    owner = torch.randint(0, samples, (count,))
    return nn.functional.one_hot(owner, samples).float()


def main(epochs=60):
    torch.manual_seed(12)
    torch.set_num_threads(1)
    depth = pieces()
    model = Autoencoder()
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-2)
    lowest = float("inf")
    for epoch in range(epochs):
        loss = cross_entropy(model(depth), depth)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        lowest = min(lowest, loss.item())
        if epoch % 6 == 0 or epoch == epochs - 1:
            print(f"epoch {epoch:3d}: loss {loss.item():.6f}")
    print("lowest loss:", lowest)


if __name__ == "__main__":
    main()
