"""Learn an estuary's daily salinity profile from moored sensors with drop-outs (PyTorch, seeded).

The loss counts only sensors that reported; a dropout layer and shuffled batches are seeded.
Symptom: none
Culprit: none
Tempts: the targets contain nan where a sensor was silent, which are zero-filled and masked before the loss; a RuntimeWarning about an all-nan depth is expected and its column is dropped.
Report: none
"""

import warnings

import numpy as np
import torch
from torch import nn

DEPTHS = 12


def mooring(days=180, seed=25):
    rng = np.random.default_rng(seed)
    depth = np.linspace(0, 11, DEPTHS)
    front = 5 + 2.5 * np.sin(2 * np.pi * np.arange(days) / 14.8)
    salinity = 18 + 14 / (1 + np.exp(-(depth[None, :] - front[:, None])))
    salinity += rng.normal(0, 0.3, salinity.shape)
    salinity[rng.random(salinity.shape) < 0.1] = np.nan
    salinity[:, 8] = np.nan  # this sensor flooded on the first day
    return salinity


def prepare(salinity):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        mean = np.nanmean(salinity, axis=0)
    alive = np.isfinite(mean)
    centred = (salinity[:, alive] - mean[alive]) / 5.0
    return torch.tensor(centred, dtype=torch.float32), int(alive.sum())


class Autoencoder(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.encode = nn.Sequential(nn.Linear(2 * n, 24), nn.Tanh(), nn.Dropout(0.05), nn.Linear(24, 2))
        self.decode = nn.Sequential(nn.Linear(2, 24), nn.Tanh(), nn.Linear(24, n))

    def forward(self, x, present):
        return self.decode(self.encode(torch.cat([x, present], dim=1)))


def masked_mse(output, filled, present):
    squared = (output - filled) ** 2 * present
    return squared.sum() / present.sum().clamp(min=1)


def main():
    torch.manual_seed(4)
    torch.set_num_threads(1)
    data, n = prepare(mooring())
    present = torch.isfinite(data).float()
    filled = torch.nan_to_num(data, nan=0.0)
    print("days:", len(data), " live depths:", n, " silent readings:", int((1 - present).sum()))
    model = Autoencoder(n)
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-2)
    for epoch in range(61):
        for part in torch.randperm(len(data)).split(45):
            optimiser.zero_grad()
            loss = masked_mse(model(filled[part], present[part]), filled[part], present[part])
            loss.backward()
            optimiser.step()
        if epoch % 20 == 0:
            print(f"epoch {epoch:>2}: loss {loss.item():.3f}")
    model.eval()
    with torch.no_grad():
        error = masked_mse(model(filled, present), filled, present).sqrt().item() * 5
    print(f"reconstruction error: {error:.2f} psu")


if __name__ == "__main__":
    main()
