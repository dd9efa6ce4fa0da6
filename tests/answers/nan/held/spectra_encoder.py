"""Compressing near-infrared spectra of grain to three numbers.

Trains a small autoencoder, standardising each batch band by band, and prints the
loss of the first and last epoch and the codes of two spectra.

Culprit: 257 spectra in batches of 32 leave a last batch of one, as the loader does not
drop it; its standard deviation over n - 1 = 0 is NaN, so is its loss, and the update
makes all weights NaN in the first epoch.
"""

import torch
from torch.utils.data import DataLoader, TensorDataset

BANDS = 24


def spectra(count=257, seed=44):
    gen = torch.Generator().manual_seed(seed)
    wave = torch.linspace(0, 1, BANDS)
    moisture = torch.rand(count, 1, generator=gen)
    protein = torch.rand(count, 1, generator=gen)
    curve = 0.5 + 0.3 * moisture * torch.exp(-((wave - 0.35) ** 2) / 0.01)
    curve = curve + 0.2 * protein * torch.exp(-((wave - 0.7) ** 2) / 0.02)
    return curve + 0.01 * torch.randn(count, BANDS, generator=gen)


def standardise(batch):
    return (batch - batch.mean(dim=0)) / (batch.std(dim=0) + 1e-6)  # culprit, too


class Encoder(torch.nn.Module):
    def __init__(self, bands=BANDS, code=3):
        super().__init__()
        self.down = self.stack(bands, 12, code)
        self.up = self.stack(code, 12, bands)

    @staticmethod
    def stack(inner, hidden, outer):
        nn = torch.nn
        return nn.Sequential(nn.Linear(inner, hidden), nn.Tanh(), nn.Linear(hidden, outer))

    def forward(self, x):
        return self.up(self.down(x))


def train(model, data, epochs=8):
    loader = DataLoader(TensorDataset(data), batch_size=32, shuffle=True)  # culprit
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
    history = []
    for _ in range(epochs):
        total, seen = 0.0, 0
        for (batch,) in loader:
            x = standardise(batch)
            loss = torch.mean((model(x) - x) ** 2)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            total += loss.item() * len(batch)
            seen += len(batch)
        history.append(total / seen)
    return history


torch.manual_seed(45)
data = spectra()
model = Encoder()
history = train(model, data)
with torch.no_grad():
    codes = model.down(standardise(data))[:2]
print(f"loss {history[0]:.4f} -> {history[-1]:.4f}")
for row in codes.tolist():
    print("code", " ".join(f"{value:+.3f}" for value in row))
