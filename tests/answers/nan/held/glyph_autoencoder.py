"""Variational autoencoder for small glyph pictures.

Trains a two-dimensional latent space on synthetic strokes and prints the
loss per epoch and the spread of the latent codes.

Symptom: the loss is nan from the first epoch on
Culprit: the KL term takes logvar.log() of a value that is already a logarithm and mostly negative, so log of about -0.05 is nan; it should be 1 + logvar - mu^2 - exp(logvar).
Report: none
"""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(4)
torch.set_num_threads(1)
SIDE = 12


def strokes(n):
    """Pictures with a bright line of random slope and offset."""
    grid = torch.linspace(-1, 1, SIDE)
    yy, xx = torch.meshgrid(grid, grid, indexing="ij")
    slope = torch.rand(n, 1, 1) * 2 - 1
    shift = torch.rand(n, 1, 1) - 0.5
    return torch.exp(-(((yy - slope * xx - shift) / 0.15) ** 2)).reshape(n, -1)


class Vae(nn.Module):
    def __init__(self, hidden=48, latent=2):
        super().__init__()
        self.enc = nn.Linear(SIDE * SIDE, hidden)
        self.mu = nn.Linear(hidden, latent)
        self.logvar = nn.Linear(hidden, latent)
        self.dec = nn.Sequential(nn.Linear(latent, hidden), nn.ReLU(), nn.Linear(hidden, SIDE * SIDE))

    def forward(self, x):
        h = F.relu(self.enc(x))
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return self.dec(z), mu, logvar


def loss_terms(out, x, mu, logvar):
    recon = F.binary_cross_entropy_with_logits(out, x, reduction="sum") / len(x)
    kl = -0.5 * (1 + logvar.log() - mu**2 - logvar.exp()).sum(1).mean()  # culprit
    return recon, kl


def main():
    data = strokes(512)
    model = Vae()
    optim = torch.optim.Adam(model.parameters(), lr=2e-3)
    for epoch in range(8):
        total = 0.0
        for batch in data.split(64):
            out, mu, logvar = model(batch)
            recon, kl = loss_terms(out, batch, mu, logvar)
            loss = recon + 0.2 * kl
            optim.zero_grad()
            loss.backward()
            optim.step()
            total += loss.item()
        print("epoch", epoch, "loss", total / 8)
    with torch.no_grad():
        _, mu, _ = model(data)
    print("latent spread:", mu.std(0).tolist())


if __name__ == "__main__":
    main()
